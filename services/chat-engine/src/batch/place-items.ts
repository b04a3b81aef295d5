import type { Identity, Party } from '@omnistream/channels'
import type { UuidCodec } from '@omnistream/mongo'
import type { AccountRecord, ContactInput } from '@omnistream/postgres'
import { directConversationId, groupConversationId, messageIdOf } from '../derive-ids.ts'
import { targetOf } from '../merge/merge-update.ts'
import type { MergeableUpdate, Placement } from '../merge/types.ts'
import type { Item } from './types.ts'

export type ResolveContacts = (
  inputs: readonly ContactInput[],
) => Promise<{ contacts: ({ contactId: string } | null)[] }>

export type PlacedItem = { item: Item; update: MergeableUpdate; placement: Placement }

/**
 * Resolves every person of the batch in one go and says where each update belongs. Updates about a contact are
 * settled by that alone; what is about a thread or the account is left to `settleOthers`.
 */
export async function placeItems(
  items: readonly Item[],
  resolve: ResolveContacts,
  uuids: UuidCodec,
): Promise<PlacedItem[]> {
  const people: ContactInput[] = []
  const peopleOf = items.map((item) =>
    partiesOf(item).map((party) => people.push(contactInput(item, party)) - 1),
  )
  const { contacts } = await resolve(people)
  return items.flatMap((item, index): PlacedItem[] => {
    const { account, update } = item
    if (!account || item.outcome) return []
    if (!isMergeable(update)) {
      if (update.kind === 'contact') item.outcome = { kind: 'merged' }
      return []
    }
    const [first, second] = (peopleOf[index] ?? []).map((place) => contacts[place]?.contactId)
    return [
      {
        item,
        update,
        placement: placementOf(update, account, item.job.row.channel, { first, second }, uuids),
      },
    ]
  })
}

const isMergeable = (update: Item['update']): update is MergeableUpdate =>
  ['message', 'status', 'reaction', 'edit', 'delete'].includes(update.kind)

/** The people an update makes known: first whose conversation it is, then, in a group, who speaks. */
function partiesOf({ account, update, outcome }: Item): Party[] {
  if (!account || outcome) return []
  switch (update.kind) {
    case 'message':
      if (update.thread.kind === 'direct') return [update.thread.peer]
      return update.direction === 'inbound' ? [update.sender] : []
    case 'reaction':
      return update.direction === 'inbound' ? [update.actor] : []
    case 'contact':
      return [{ ...update.contact, identities: [...update.contact.identities, ...(update.previous ?? [])] }]
    default:
      return []
  }
}

function contactInput({ job, update, account }: Item, party: Party): ContactInput {
  const known = account as AccountRecord
  return {
    tenantId: known.tenantId,
    accountId: known.id,
    channel: job.row.channel,
    identities: party.identities,
    ...(party.name === undefined ? {} : { name: party.name }),
    seenAt: update.at === undefined ? job.row.received_at : new Date(update.at),
  }
}

function placementOf(
  update: MergeableUpdate,
  account: AccountRecord,
  channel: string,
  people: { first: string | undefined; second: string | undefined },
  uuids: UuidCodec,
): Placement {
  const conversationId =
    update.kind === 'message' ? conversationOf(update, account.id, people.first) : undefined
  return {
    messageId: uuids.write(messageIdOf(targetOf(update))),
    tenantId: uuids.write(account.tenantId),
    accountId: uuids.write(account.id),
    channel,
    ...(conversationId ? { conversationId: uuids.write(conversationId) } : {}),
    ...(people.first ? { contactId: uuids.write(people.first) } : {}),
    actor: actorOf(update, people.first),
  }
}

function conversationOf(
  update: Extract<MergeableUpdate, { kind: 'message' }>,
  accountId: string,
  contactId: string | undefined,
): string {
  if (update.thread.kind === 'group') return groupConversationId(accountId, update.thread.id)
  // A message that names nobody still belongs somewhere a person can find it.
  return directConversationId(accountId, contactId ?? 'unknown', update.thread.via)
}

/** Whose reaction it is: one person has one, under whatever name they come. */
function actorOf(update: MergeableUpdate, contactId: string | undefined): string {
  if (update.kind !== 'reaction' || update.direction === 'outbound') return 'business'
  return contactId ?? nameOf(update.actor.identities)
}

const nameOf = ([strongest]: readonly Identity[]): string =>
  strongest ? `${strongest.kind}:${strongest.value}` : 'unknown'
