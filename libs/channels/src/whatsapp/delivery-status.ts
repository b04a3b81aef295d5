import type { DeliveryStatus } from '../core/update.ts'

/** Live statuses are lower case, history's upper case; `ERROR` is history's word for failed. */
const words = new Map<string, DeliveryStatus>([
  ['pending', 'pending'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'played'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['deleted', 'deleted'],
])

/** The provider's status word in whatever case, or undefined for a word that is none of ours. */
export function deliveryStatus(word: unknown): DeliveryStatus | undefined {
  return typeof word === 'string' ? (words.get(word) ?? words.get(word.toLowerCase())) : undefined
}
