/** How a `change.field` is read: split into items, or one account update for its whole value. */
export type FieldShape = 'items' | 'whole'

const items = [
  'messages',
  'message_echoes',
  'smb_message_echoes',
  'history',
  'smb_app_state_sync',
  'user_preferences',
  'user_id_update',
  'calls',
  'standby',
  'messaging_handovers',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
]

const whole = [
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'template_correct_category_detection',
  'account_update',
  'account_alerts',
  'account_review_update',
  'account_settings_update',
  'phone_number_name_update',
  'phone_number_quality_update',
  'business_capability_update',
  'business_status_update',
  'business_username_update',
  'security',
  'flows',
  'payment_configuration_update',
  'partner_solutions',
  'automatic_events',
  'tracking_events',
]

const shapes = new Map<string, FieldShape>([
  ...items.map((field) => [field, 'items'] as const),
  ...whole.map((field) => [field, 'whole'] as const),
])

/** The shape of a known field; undefined for one that Meta added since. */
export function fieldShape(field: string): FieldShape | undefined {
  return shapes.get(field)
}
