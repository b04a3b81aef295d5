import type { EventParser } from './event.ts'
import { parseMessage } from './message.ts'
import { parseMessageEdit } from './message-edit.ts'
import { parsePostback } from './postback.ts'
import { parseReaction } from './reaction.ts'
import { parseDelivery, parseRead } from './receipts.ts'
import { accountItem, systemEvent } from './system-event.ts'
import * as text from './system-text.ts'

const ours = { type: 'system', ours: true } as const

/** Every event an item can hold, by its key. Meta adds some without notice: those are `unsupported` until they stand here. */
export const eventParsers: ReadonlyMap<string, EventParser> = new Map<string, EventParser>([
  ['message', parseMessage],
  ['message_edit', parseMessageEdit],
  ['reaction', parseReaction],
  ['postback', parsePostback],
  ['delivery', parseDelivery],
  ['read', parseRead],
  ['referral', systemEvent('referral', text.referralText)],
  ['optin', systemEvent('optin', text.optinText)],
  ['optout', systemEvent('optout', () => 'Opted out')],
  ['account_linking', systemEvent('account_linking', text.linkingText)],
  ['pass_thread_control', systemEvent('pass_thread_control', text.passedText, ours)],
  ['take_thread_control', systemEvent('take_thread_control', text.takenText, ours)],
  ['request_thread_control', systemEvent('request_thread_control', text.requestedText, ours)],
  ['response_feedback', systemEvent('response_feedback', text.responseText)],
  ['messaging_feedback', systemEvent('messaging_feedback', text.feedbackText)],
  ['game_play', systemEvent('game_play', text.gameText)],
  ['payment', systemEvent('payment', text.paymentText)],
  ['pre_checkout', systemEvent('pre_checkout', () => 'Started a checkout')],
  ['checkout_update', systemEvent('checkout_update', () => 'Updated a checkout')],
  [
    'messaging_in_thread_lead_form_submit',
    systemEvent('messaging_in_thread_lead_form_submit', () => 'Submitted a form'),
  ],
  ['order', systemEvent('order', text.orderText, { type: 'order' })],
  [
    'messaging_customer_information',
    systemEvent('messaging_customer_information', text.customerText, { type: 'interactive' }),
  ],
  ['call_permission_reply', systemEvent('call_permission_reply', text.responseText, { type: 'interactive' })],
  ['app_roles', accountItem('app_roles')],
  ['policy-enforcement', accountItem('policy-enforcement')],
  ['policy_enforcement', accountItem('policy-enforcement')],
  ['feature_toggles', accountItem('feature_toggles')],
  ['message_context', accountItem('message_context')],
  ['call_settings_update', accountItem('call_settings_update')],
  ['business_integrity', accountItem('business_integrity')],
  ['messaging_integrity', accountItem('messaging_integrity')],
])
