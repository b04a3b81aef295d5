import { uuidv5 } from '@omnistream/common'

/** Namespaces of the ids that follow from what they name. Changing one would make every message new. */
const namespaces = {
  message: 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e01',
  conversation: 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e02',
  event: 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e03',
  accountUpdate: 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e04',
} as const

/** The same message seen by two workers at once gets one id. */
export const messageIdOf = (externalId: string): string => uuidv5(namespaces.message, externalId)

/**
 * A direct conversation follows the person, not the name the person came under, so a new number changes nothing.
 * `via`: see `Thread`.
 */
export const directConversationId = (accountId: string, contactId: string, via?: string): string =>
  uuidv5(namespaces.conversation, `${accountId}:direct:${contactId}${via === undefined ? '' : `:via:${via}`}`)

export const groupConversationId = (accountId: string, groupId: string): string =>
  uuidv5(namespaces.conversation, `${accountId}:group:${groupId}`)

export const accountUpdateIdOf = (name: string): string => uuidv5(namespaces.accountUpdate, name)

/** The same event published twice has one id, so the stream and its readers recognise it. */
export const eventIdOf = (name: string): string => uuidv5(namespaces.event, name)
