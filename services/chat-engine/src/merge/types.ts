import type {
  DeleteUpdate,
  EditUpdate,
  MessageUpdate,
  ReactionUpdate,
  StatusUpdate,
} from '@omnistream/channels'
import type { MessageDocument } from '@omnistream/mongo'
import type { Binary } from 'mongodb'

/** The kinds of update that change a message. */
export type MergeableUpdate = MessageUpdate | StatusUpdate | ReactionUpdate | EditUpdate | DeleteUpdate

/** Where an update came from: the stored bytes, and the parser that read them. */
export type Provenance = {
  auditId: Binary
  receivedAt: Date
  parserVersion: number
  /** In a replay the current parser has the last word on an item it parsed before, whatever its version. */
  replay: boolean
}

/** Whom the update belongs to. `actorId` is the contact that acts (reactions), `conversationId` where it belongs. */
export type Placement = {
  messageId: Binary
  tenantId: Binary
  accountId: Binary
  channel: string
  conversationId?: Binary
  contactId?: Binary
  actor: string
}

export type MergeInput = { update: MergeableUpdate; provenance: Provenance; placement: Placement }

/** A message as the merge sees it: the document without the fields that change with each write. */
export type MessageState = Omit<MessageDocument, 'rev' | 'updated_at'>
