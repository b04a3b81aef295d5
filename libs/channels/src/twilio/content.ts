import { asNumber, type Json, own } from '../core/access.ts'
import { readJson } from '../core/read-json.ts'
import { readableText } from '../core/readable-text.ts'
import { toData } from '../core/to-data.ts'
import type { Content, MessageType } from '../core/update.ts'
import { addressOf } from './address.ts'
import { fieldId, fieldText } from './fields.ts'
import { isMediaField, mediaOf, mediaType } from './media.ts'

export type ParsedContent = { type: MessageType; nativeType: string | undefined; content: Content }

/** What other parts of an update hold in full, and what says nothing of the message. */
const heldElsewhere = new Set(
  (
    'MessageSid SmsSid SmsMessageSid AccountSid From To Body NumMedia MessageType SmsStatus ApiVersion ProfileName ' +
    'ProfileUsername Username WaId ExternalUserId ParentExternalUserId Forwarded FrequentlyForwarded ' +
    'OriginalRepliedMessageSid'
  ).split(' '),
)

/** Answers of a form, and what a kind has that Twilio gives no field of its own: JSON in a string. */
const structureFields = ['InteractiveData', 'FlowData'] as const

const optOutTexts = new Map([
  ['STOP', 'opted out of messages'],
  ['START', 'opted in to messages'],
  ['HELP', 'asked for help'],
])

/**
 * What a message says. Only WhatsApp and RCS name a type; elsewhere it is told by the fields that came. A type that
 * is not known, and a WhatsApp message whose content Twilio could not carry, are `unsupported`.
 */
export function parseContent(form: Json): ParsedContent {
  const nativeType = fieldText(form, 'MessageType')
  const { type, content } = kindOf(form, nativeType)
  const optOut = optOutTexts.get(fieldText(form, 'OptOutType') ?? '')
  if (optOut !== undefined) content.text = optOut
  const data = restOf(form)
  if (data !== undefined) content.data = data
  return { type, nativeType, content }
}

function kindOf(form: Json, nativeType: string | undefined): { type: MessageType; content: Content } {
  const body = fieldText(form, 'Body')
  const media = mediaOf(form, nativeType)
  if (media[0] !== undefined) {
    const type = nativeType === 'contacts' ? 'contacts' : media[0].kind
    return { type, content: body === undefined ? { media } : { media, caption: body } }
  }
  if (isLocation(form)) return reading('location', fieldText(form, 'Label'), fieldText(form, 'Address'), body)
  const button = fieldText(form, 'ButtonText')
  if (button !== undefined || fieldId(form, 'ButtonPayload') !== undefined)
    return reading(nativeType === 'interactive' ? 'interactive' : 'button', button, body)
  const title = fieldText(form, 'ListTitle')
  if (title !== undefined || fieldId(form, 'ListId') !== undefined)
    return reading('interactive', title, fieldText(form, 'ListDescription'), body)
  return plainOrUnknown(form, nativeType, body)
}

function plainOrUnknown(
  form: Json,
  nativeType: string | undefined,
  body: string | undefined,
): { type: MessageType; content: Content } {
  if (nativeType === 'text' || (nativeType === undefined && (body !== undefined || !isWhatsApp(form))))
    return { type: 'text', content: body === undefined ? {} : { body } }
  const structure = structureFields.map((name) => structureText(form, name))
  const known = nativeType === undefined ? undefined : knownType(nativeType)
  return reading(known ?? 'unsupported', body, ...structure)
}

/** Types that may come without the fields that usually tell them. */
function knownType(nativeType: string): MessageType | undefined {
  if (nativeType === 'interactive' || nativeType === 'button' || nativeType === 'location') return nativeType
  if (nativeType === 'contacts' || nativeType === 'order') return nativeType
  // A medium that Twilio could not fetch: said to be there, and nowhere to be found.
  return mediaType(nativeType) === undefined ? undefined : 'media_placeholder'
}

function isLocation(form: Json): boolean {
  return asNumber(own(form, 'Latitude')) !== undefined && asNumber(own(form, 'Longitude')) !== undefined
}

function isWhatsApp(form: Json): boolean {
  return addressOf(fieldId(form, 'From') ?? '').medium === 'whatsapp'
}

/** A kind whose readable text is these lines, each once. */
function reading(
  type: MessageType,
  ...lines: (string | undefined)[]
): { type: MessageType; content: Content } {
  const text = [...new Set(lines.filter((line) => line !== undefined))].join('\n')
  return { type, content: text === '' ? {} : { text } }
}

function structureText(form: Json, name: string): string | undefined {
  const json = fieldText(form, name)
  const read = json === undefined ? undefined : readJson(Buffer.from(json))
  return read?.ok ? readableText(read.value) : undefined
}

function restOf(form: Json): Record<string, unknown> | undefined {
  const rest = Object.entries(form).filter(
    ([name]) => !heldElsewhere.has(name) && !isMediaField(name) && !name.startsWith('Referral'),
  )
  return rest.length === 0 ? undefined : toData(Object.fromEntries(rest))
}
