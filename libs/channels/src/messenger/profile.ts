import type { MessagingProfile } from '../meta/messaging/profile.ts'
import { parseFeedComment } from './feed-comment.ts'

/** Fields of a page that are about its posts, reviews and business. */
const pageFields = [
  ...['feed', 'mention', 'ratings', 'leadgen', 'leadgen_fat', 'live_videos', 'videos', 'group_feed'],
  ...['inbox_labels', 'product_review', 'merchant_review', 'message_template_status_update'],
  ...[
    'marketing_message_delivery_failed',
    'business_integrity',
    'messaging_integrity',
    'call_settings_update',
  ],
  ...['page_change_proposal', 'page_upcoming_change', 'page_about_story', 'publisher_subscriptions'],
  ...['invoice_access_invoice_change', 'invoice_access_invoice_draft_change', 'feature_access_list'],
  ...['invoice_access_bank_slip_events', 'invoice_access_onboarding_status_active', 'mcom_invoice_change'],
  ...['local_delivery', 'registration', 'video_text_question_responses', 'payment_request_update'],
]

/** Fields of a page's profile: each says that this part of it was changed. */
const profileFields =
  'about affiliation attire awards bio birthday category checkins company_overview culinary_team ' +
  'current_location description email founded general_info general_manager hometown hours location members ' +
  'mission name parking payment_options personal_info personal_interests phone picture price_range products ' +
  'public_transit website'

/** Facebook Messenger: the object `page`. */
export const profile: MessagingProfile = {
  channel: 'messenger',
  object: 'page',
  person: 'psid',
  accountFields: new Set([...pageFields, ...profileFields.split(' ')]),
  publicFields: new Map([['feed', parseFeedComment]]),
}
