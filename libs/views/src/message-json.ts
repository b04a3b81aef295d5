import type { ContentDocument, MessageDocument } from '@omnistream/mongo/documents'
import type { UuidCodec } from '@omnistream/mongo/uuid-codec'
import type { Binary } from 'mongodb'
import { jsonObject } from './json-value.ts'
import type { ContentView, MessageView } from './message-view.ts'

/** A stored message as the outside sees it: every field present, reactions that were taken back left out. */
export function messageJson(stored: MessageDocument, uuids: UuidCodec): MessageView {
  const id = (value: Binary | undefined): string | null => (value === undefined ? null : uuids.read(value))
  return {
    id: uuids.read(stored._id),
    external_id: stored.external_id,
    conversation_id: id(stored.conversation_id),
    contact_id: id(stored.contact_id),
    account_id: uuids.read(stored.account_id),
    channel: stored.channel,
    direction: stored.direction ?? null,
    type: stored.type ?? null,
    native_type: stored.native_type ?? null,
    content: contentJson(stored.content),
    sender:
      stored.sender === undefined
        ? null
        : { name: stored.sender.name ?? null, identities: stored.sender.identities },
    context: stored.context === undefined ? null : jsonObject(stored.context),
    referral: stored.referral === undefined ? null : jsonObject(stored.referral),
    errors: (stored.errors ?? []).map(jsonObject),
    ...times(stored),
    ...delivery(stored),
    ...changes(stored),
    source: stored.origin?.source ?? null,
    audit_id: id(stored.origin?.audit_id),
    audit_path: stored.origin?.path ?? null,
    parser_version: stored.origin?.parser_version ?? null,
  }
}

function times(
  stored: MessageDocument,
): Pick<MessageView, 'created_at' | 'received_at' | 'updated_at' | 'edited_at' | 'deleted_at'> {
  return {
    created_at: iso(stored.created_at),
    received_at: iso(stored.received_at),
    updated_at: stored.updated_at.toISOString(),
    edited_at: iso(stored.edited_at),
    deleted_at: iso(stored.deleted_at),
  }
}

function delivery(
  stored: MessageDocument,
): Pick<MessageView, 'status' | 'status_times' | 'status_details' | 'recipients'> {
  return {
    status: stored.status ?? null,
    status_times: isoTimes(stored.status_times),
    status_details: Object.fromEntries(
      Object.entries(stored.status_details ?? {}).map(([status, details]) => [status, jsonObject(details)]),
    ),
    recipients: (stored.recipients ?? []).map((recipient) => ({
      id: recipient.id,
      status: recipient.status,
      status_times: isoTimes(recipient.status_times),
    })),
  }
}

function changes(stored: MessageDocument): Pick<MessageView, 'reactions' | 'edits' | 'original'> {
  return {
    reactions: (stored.reactions ?? []).flatMap(({ actor, emoji, at, external_id }) =>
      emoji === null ? [] : [{ actor, emoji, at: at.toISOString(), external_id }],
    ),
    edits: (stored.edits ?? []).map(({ external_id, at, type, content }) => ({
      external_id,
      at: at.toISOString(),
      type,
      content: contentJson(content),
    })),
    original:
      stored.original === undefined
        ? null
        : { type: stored.original.type, content: contentJson(stored.original.content) },
  }
}

function contentJson(content: ContentDocument | undefined): ContentView {
  return {
    ...(content?.body === undefined ? {} : { body: content.body }),
    ...(content?.caption === undefined ? {} : { caption: content.caption }),
    ...(content?.text === undefined ? {} : { text: content.text }),
    ...(content?.media === undefined ? {} : { media: content.media.map(jsonObject) }),
    ...(content?.data === undefined ? {} : { data: jsonObject(content.data) }),
  }
}

function isoTimes(times: Record<string, Date> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(times ?? {}).map(([status, at]) => [status, at.toISOString()]))
}

function iso(at: Date | undefined): string | null {
  return at === undefined ? null : at.toISOString()
}
