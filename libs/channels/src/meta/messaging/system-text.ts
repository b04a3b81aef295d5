import { asId, asList, asObject, asText, type Json } from '../../core/access.ts'
import { readableText } from '../../core/readable-text.ts'
import { textLines } from './text-lines.ts'

/** What an event without words of its own is called in a conversation. */
export type SystemText = (node: Json) => string | undefined

/** Where Meta says a person came from, in words. */
const sources = new Map([
  ['ADS', 'an ad'],
  ['SHORTLINK', 'a link'],
  ['SHORT-URL', 'a link'],
  ['IGME', 'a link'],
  ['CUSTOMER_CHAT_PLUGIN', 'the chat plugin'],
  ['MESSENGER_CODE', 'a Messenger code'],
  ['DISCOVER_TAB', 'the Discover tab'],
])

export const referralText: SystemText = (node) => {
  const source = asText(node.source)
  const from = source === undefined ? 'a link' : (sources.get(source) ?? source)
  const title = asText(asObject(node.ads_context_data)?.ad_title) ?? asText(node.ref)
  return `Opened the chat from ${from}${title === undefined ? '' : `: ${title}`}`
}

export const optinText: SystemText = (node) => {
  const status = asText(node.notification_messages_status)?.replaceAll('_', ' ').toUpperCase()
  if (status === 'STOP NOTIFICATIONS') return textLines('Stopped notifications', node.title)
  if (status === 'RESUME NOTIFICATIONS') return textLines('Resumed notifications', node.title)
  return textLines(node.type === 'one_time_notif_req' ? 'Asked to be notified once' : 'Opted in', node.title)
}

export const linkingText: SystemText = (node) =>
  node.status === 'unlinked' ? 'Unlinked their account' : 'Linked their account'

export const passedText: SystemText = (node) => `Conversation passed to ${appOf(node.new_owner_app_id)}`
export const takenText: SystemText = (node) => `Conversation taken from ${appOf(node.previous_owner_app_id)}`
export const requestedText: SystemText = (node) =>
  `Conversation requested by ${appOf(node.requested_owner_app_id)}`

function appOf(id: unknown): string {
  const app = asId(id)
  return app === undefined ? 'no app' : `app ${app}`
}

export const gameText: SystemText = (node) => {
  const score = asText(node.score)
  return score === undefined ? 'Played a game' : `Played a game, score ${score}`
}

/** The answers to a feedback template: type and score of each question, and the words that followed it. */
export const feedbackText: SystemText = (node) => {
  const questions = asList(node.feedback_screens).flatMap((screen) =>
    Object.values(asObject(asObject(screen)?.questions) ?? {}),
  )
  const answers = questions.flatMap((raw) => {
    const question = asObject(raw)
    const score = asText(question?.payload)
    const type = asText(question?.type)
    return [
      type !== undefined && score !== undefined ? `${type}: ${score}` : score,
      asObject(question?.follow_up)?.payload,
    ]
  })
  return textLines('Gave feedback', ...answers)
}

/** What was filled in on the screens of a form: `key: value`, one a line. */
export const customerText: SystemText = (node) => {
  const responses = asList(node.screens).flatMap((screen) => asList(asObject(screen)?.responses))
  return textLines(
    ...responses.map((raw) => {
      const pair = asObject(raw)
      const value = asText(pair?.value)
      const key = asText(pair?.key)
      return value === undefined || key === undefined ? value : `${key}: ${value}`
    }),
  )
}

/** The note and the products of a cart. */
export const orderText: SystemText = (node) => {
  const products = asList(node.products).map((raw) => {
    const product = asObject(raw)
    return product?.name ?? product?.retailer_id
  })
  return textLines(node.note, ...products)
}

export const paymentText: SystemText = (node) => {
  const amount = asObject(node.amount)
  const sum = textLines(amount?.amount)
  const said = sum === undefined ? 'Paid' : `Paid ${sum} ${asText(amount?.currency) ?? ''}`.trim()
  return textLines(said, readableText(node))
}

/** The title of a thumb or of a yes and no. */
export const responseText: SystemText = (node) => textLines(node.feedback, node.response)
