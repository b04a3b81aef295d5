import { asList, asObject, asText, type Json } from '../core/access.ts'
import { lines } from '../core/lines.ts'
import { blocksText } from './blocks.ts'
import { readable } from './mrkdwn.ts'

/** What people read of attachments: the older form of blocks, link previews, and messages handed on. */
export function attachmentsText(attachments: unknown): string | undefined {
  return lines(...asList(attachments).map((raw) => attachmentText(asObject(raw) ?? {})))
}

/** The attachments that belong to what was said; Slack adds the others itself, later, for links. */
export function ownAttachments(attachments: unknown): readonly unknown[] {
  return asList(attachments).filter((raw) => !isPreview(asObject(raw) ?? {}))
}

/** Whether the message hands on another one. */
export function isForward(attachments: unknown): boolean {
  return asList(attachments).some((raw) => asObject(raw)?.is_share === true)
}

function isPreview(attachment: Json): boolean {
  if (attachment.is_share === true) return false
  return (
    attachment.from_url !== undefined ||
    attachment.is_app_unfurl === true ||
    attachment.is_msg_unfurl === true ||
    attachment.is_thread_root_unfurl === true
  )
}

function attachmentText(attachment: Json): string | undefined {
  const said = lines(
    readable(attachment.pretext),
    asText(attachment.author_name),
    readable(attachment.title),
    readable(attachment.text),
    ...asList(attachment.fields).map((field) => fieldText(asObject(field) ?? {})),
    blocksText(attachment.blocks),
    ...asList(attachment.actions).map((action) => asText(asObject(action)?.text)),
    readable(attachment.footer),
  )
  return said ?? readable(attachment.fallback)
}

function fieldText(field: Json): string | undefined {
  const name = readable(field.title)
  const value = readable(field.value)
  return name === undefined || value === undefined ? (name ?? value) : `${name}: ${value}`
}
