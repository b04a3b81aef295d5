import type { Json } from '../core/access.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { parseAccountUpdate } from './account-update.ts'
import { parseCallbackQuery } from './callback-query.ts'
import { parseBoost, parseJoinRequest, parseSubscription } from './chat-event.ts'
import { parseDeletion } from './deletion.ts'
import { parseEdit } from './edit.ts'
import { parseMember } from './member.ts'
import { parseMessage } from './message.ts'
import { parsePaidMedia, parsePreCheckout, parseShippingQuery } from './payment.ts'
import { parseReaction } from './reaction.ts'
import type { Scope } from './scope.ts'

type FamilyParser = (item: Json, scope: Scope) => ParsedUpdate | ParsedUpdate[]

/** Known, and no part of any conversation: typed searches, counts without people, presses of a stop button. */
const ignore: FamilyParser = (_item, { path, account, family }) => ({
  kind: 'ignored',
  path,
  account,
  reason: family,
})

/** The fields an update can have besides its id, one at a time (Bot API 10.3). */
export const families: ReadonlyMap<string, FamilyParser> = new Map<string, FamilyParser>([
  ['message', parseMessage],
  ['edited_message', parseEdit],
  ['channel_post', parseMessage],
  ['edited_channel_post', parseEdit],
  ['business_connection', parseAccountUpdate],
  ['business_message', parseMessage],
  ['edited_business_message', parseEdit],
  ['deleted_business_messages', parseDeletion],
  ['guest_message', parseMessage],
  ['message_reaction', parseReaction],
  ['message_reaction_count', ignore],
  ['inline_query', ignore],
  ['chosen_inline_result', ignore],
  ['callback_query', parseCallbackQuery],
  ['shipping_query', parseShippingQuery],
  ['pre_checkout_query', parsePreCheckout],
  ['purchased_paid_media', parsePaidMedia],
  ['poll', parseAccountUpdate],
  ['poll_answer', parseAccountUpdate],
  ['my_chat_member', parseMember],
  ['chat_member', parseMember],
  ['chat_join_request', parseJoinRequest],
  ['chat_boost', parseBoost],
  ['removed_chat_boost', parseBoost],
  ['managed_bot', parseAccountUpdate],
  ['subscription', parseSubscription],
  ['stopped_message_generation', ignore],
])
