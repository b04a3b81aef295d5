/** A message as the API and webhooks show it. */
export type MessageView = {
  id: string
  external_id: string
  conversation_id: string | null
  contact_id: string | null
  account_id: string
  channel: string
  direction: 'inbound' | 'outbound' | null
  type: string | null
  native_type: string | null
  content: ContentView
  sender: { name: string | null; identities: { kind: string; value: string }[] } | null
  context: Record<string, unknown> | null
  referral: Record<string, unknown> | null
  errors: Record<string, unknown>[]
  created_at: string | null
  received_at: string | null
  updated_at: string
  status: string | null
  status_times: Record<string, string>
  status_details: Record<string, Record<string, unknown>>
  recipients: { id: string; status: string; status_times: Record<string, string> }[]
  reactions: { actor: string; emoji: string; at: string; external_id: string }[]
  edits: { external_id: string; at: string; type: string; content: ContentView }[]
  original: { type: string; content: ContentView } | null
  edited_at: string | null
  deleted_at: string | null
  source: 'live' | 'echo' | 'history' | null
  audit_id: string | null
  audit_path: string | null
  parser_version: number | null
}

export type ContentView = {
  body?: string
  caption?: string
  text?: string
  media?: Record<string, unknown>[]
  data?: Record<string, unknown>
}
