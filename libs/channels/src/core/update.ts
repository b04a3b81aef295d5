/**
 * What a parser makes of one item of a payload. Everything is plain data: instants are milliseconds since
 * the Unix epoch, ids are opaque strings (never numbers, never rewritten).
 */

export type IdentityKind =
  | 'wa_id'
  | 'phone'
  | 'bsuid'
  | 'parent_bsuid'
  | 'username'
  | 'psid'
  | 'igsid'
  | 'user_id'
  | 'email'

/** One name a person goes by on a channel; scoped to the account that saw it. */
export type Identity = { kind: IdentityKind; value: string }

/** A person (or the business itself) as one item of a payload describes them. `identities[0]` is the strongest. */
export type Party = { identities: Identity[]; name?: string }

export type Direction = 'inbound' | 'outbound'

/** `live` the channel told us as it happened, `echo` our side wrote it elsewhere, `history` an old chat synced. */
export type Source = 'live' | 'echo' | 'history'

export type MessageType =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'voice'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contacts'
  | 'interactive'
  | 'button'
  | 'order'
  | 'template'
  | 'system'
  | 'call'
  | 'link'
  | 'story'
  | 'poll'
  | 'email'
  | 'media_placeholder'
  | 'unsupported'

export type MediaKind = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'

/** A medium is kept as a reference: an id to ask the provider for, or a URL. Times are ms. */
export type MediaRef = {
  kind: MediaKind
  id?: string
  url?: string
  thumbnailUrl?: string
  mimeType?: string
  sha256?: string
  filename?: string
  title?: string
  bytes?: number
  width?: number
  height?: number
  durationMs?: number
  /** When the URL or id stops working; only where the provider states it. */
  expiresAt?: number
  animated?: boolean
}

/**
 * `body` is the text of a text message, `caption` a medium's caption, `text` the readable text of every other
 * kind, so that each kind can be found by what people read. `data` keeps the kind's own structure.
 */
export type Content = {
  body?: string
  caption?: string
  text?: string
  /** In the order of the message; never an empty list. */
  media?: MediaRef[]
  data?: Record<string, unknown>
}

/** What a message answers or forwards. `externalId` is already in the global form. */
export type MessageContext = {
  externalId?: string
  forwarded?: boolean
  frequentlyForwarded?: boolean
  product?: { catalogId?: string; productId?: string }
}

export type DeliveryStatus = 'pending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'deleted'

export type ChannelError = { code?: string; title?: string; message?: string; details?: string }

/**
 * The conversation an item belongs to. A direct thread is keyed by the person, a group by its own id. `via` is which
 * of the account's own addresses the person writes to, where an account has several (Twilio's numbers): each is a
 * conversation of its own.
 */
export type Thread =
  | { kind: 'direct'; peer: Party; via?: string }
  | { kind: 'group'; id: string; name?: string }

type Base = {
  /** JSON pointer of the item inside the payload, for example `/entry/0/changes/0/value/messages/2`. */
  path: string
  /**
   * External id of the channel account the item speaks of (WhatsApp: phone_number_id, or WABA id where there is none).
   * Where the payload names none, it is the one in the callback's path, and '' where that has none either.
   */
  account: string
  /** When the provider says it happened, ms; absent where the provider gave no usable time. */
  at?: number
}

export type MessageUpdate = Base & {
  kind: 'message'
  /** `<channel>:<account>:<native id>` */
  externalId: string
  thread: Thread
  direction: Direction
  source: Source
  type: MessageType
  /** The provider's own type word, kept where it differs from `type`. */
  nativeType?: string
  sender: Party
  content: Content
  context?: MessageContext
  referral?: Record<string, unknown>
  /** A status that came with the message itself (history sync). */
  status?: DeliveryStatus
  errors?: ChannelError[]
}

export type StatusUpdate = Base & {
  kind: 'status'
  /** The message the status is about, global form. */
  target: string
  status: DeliveryStatus
  /** The provider's own word, kept where it is none of ours. */
  nativeStatus?: string
  recipient?: Party
  /** Set for group sends: one status for each participant. */
  participant?: string
  errors?: ChannelError[]
  data?: Record<string, unknown>
}

export type ReactionUpdate = Base & {
  kind: 'reaction'
  target: string
  externalId: string
  direction: Direction
  actor: Party
  thread?: Thread
  /** null takes the reaction back. */
  emoji: string | null
  /**
   * A person has one reaction to a message, their newest, and where a channel allows several (Slack) one for each
   * slot: the reaction's name. Left out where there is one alone.
   */
  slot?: string
}

export type EditUpdate = Base & {
  kind: 'edit'
  target: string
  externalId: string
  direction: Direction
  actor: Party
  type: MessageType
  content: Content
}

export type DeleteUpdate = Base & {
  kind: 'delete'
  target: string
  externalId: string
  direction: Direction
  actor: Party
}

/** All messages of ours in a thread up to an instant were delivered or read (Messenger's watermarks). */
export type WatermarkUpdate = Base & {
  kind: 'watermark'
  thread: Thread
  status: 'delivered' | 'read'
  /** Provider time of the newest message covered, ms. */
  upTo: number
}

/** A group goes on under another id (Telegram: a group that becomes a supergroup); ids as in `Thread.id`. */
export type ThreadUpdate = Base & { kind: 'thread'; event: 'migrated'; from: string; to: string }

/** Something about a person outside any message: address book sync, changed number or user id, preferences. */
export type ContactUpdate = Base & {
  kind: 'contact'
  event: 'profile' | 'added' | 'removed' | 'identity_changed' | 'preferences'
  contact: Party
  /** The identities the person had before (`identity_changed`). */
  previous?: Identity[]
  data?: Record<string, unknown>
}

/** Something about the account: templates, quality, bans, calls settings, groups… */
export type AccountUpdate = Base & {
  kind: 'account'
  event: string
  /** Stands for the id such items lack: the same for each retry. Absent where the item has no time of its own. */
  key?: string
  data: Record<string, unknown>
}

/** Known and of no use to an inbox (typing, an empty batch): counted with its reason, never silent. */
export type IgnoredUpdate = Base & { kind: 'ignored'; reason: string }

/** Unknown type, field or event, or an item this parser could not read; `error` says which. The bytes stay. */
export type UnsupportedUpdate = Base & {
  kind: 'unsupported'
  what: 'field' | 'type' | 'event' | 'malformed'
  name: string
  error?: string
}

export type ParsedUpdate =
  | MessageUpdate
  | StatusUpdate
  | ReactionUpdate
  | EditUpdate
  | DeleteUpdate
  | WatermarkUpdate
  | ThreadUpdate
  | ContactUpdate
  | AccountUpdate
  | IgnoredUpdate
  | UnsupportedUpdate
