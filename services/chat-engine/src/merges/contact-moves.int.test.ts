import { randomUUID } from 'node:crypto'
import {
  getContactMerge,
  listContactMerges,
  markConversationRead,
  mergeTwoContacts,
  undoContactMerge,
} from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { directConversationId } from '../derive-ids.ts'
import { createMergeScene, type Ids, type MergeScene, sceneStart } from '../testing/merge-scene.ts'
import { moveOnce } from './run-mover.ts'

let scene: MergeScene

beforeAll(async () => {
  scene = await createMergeScene()
})
afterAll(() => scene?.drop())

let people = 0
/** A person that no other test knows, under a phone and a user id. */
const newPerson = (): { phone: Ids; user: Ids; both: Ids } => {
  people += 1
  const phone: Ids = [['wa_id', `1555010${String(people).padStart(4, '0')}`]]
  const user: Ids = [['bsuid', `US.person${people}`]]
  return { phone, user, both: [...phone, ...user] }
}

const undo = async (contactId: string): Promise<string> => {
  const merge = await getContactMerge(scene.deps.pool, { tenantId: scene.tenantId, from: contactId })
  const id = merge?.id ?? ''
  await undoContactMerge(scene.deps.pool, { tenantId: scene.tenantId, id, undoneBy: 'api-key:1' })
  return id
}

/** As if the time that moves take to settle had passed. */
const settle = async (): Promise<void> => {
  const later = new Date(Date.now() + scene.deps.settleMs + 1)
  await moveOnce({ ...scene.deps, now: () => later })
}

it('gives one person one history, tells it once, and takes it apart again to the last unread message', async () => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  const joined = await scene.say(both, 'three', 3)
  expect(joined.contactId).toBe(first.contactId)
  await moveOnce(scene.deps)
  await moveOnce(scene.deps)
  expect(await scene.texts(first.conversationId)).toEqual(['one', 'two', 'three'])
  expect(await scene.row(first.conversationId)).toMatchObject({
    unreadCount: 3,
    lastMessagePreview: 'three',
  })
  await scene.say(user, 'four', 4)

  const id = await undo(second.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(first.conversationId)).toEqual(['one', 'three'])
  expect(await scene.texts(second.conversationId)).toEqual(['two', 'four'])
  expect(await scene.row(first.conversationId)).toMatchObject({
    unreadCount: 2,
    lastMessagePreview: 'three',
    contact: { id: first.contactId, identities: [{ kind: 'wa_id' }] },
  })
  expect(await scene.row(second.conversationId)).toMatchObject({
    unreadCount: 2,
    lastMessagePreview: 'four',
    lastMessageAt: new Date(sceneStart + 4 * 60_000),
    contact: { id: second.contactId, identities: [{ kind: 'bsuid' }] },
  })
  await settle()
  await moveOnce(scene.deps)
  const told = (await scene.events()).filter(({ data }) => data.merge_id === id)
  expect(told.map(({ type }) => type)).toEqual(['contact.merged', 'contact.unmerged'])
  expect(told[0]).toMatchObject({
    ...{ tenantId: scene.tenantId, accountId: scene.accountId, channel: 'whatsapp' },
    data: { from_contact_id: second.contactId, into_contact_id: first.contactId, cause: 'automatic' },
  })
})

it('does not merge again what a person has taken apart, whoever shows both', async () => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  await undo(second.contactId)
  for (const minutes of [4, 5]) {
    const again = await scene.say(both, 'again', minutes)
    expect(again.contactId).toBe(first.contactId)
  }
  expect((await scene.say(user, 'six', 6)).contactId).toBe(second.contactId)
  expect((await scene.say(phone, 'seven', 7)).contactId).toBe(first.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(second.conversationId)).toEqual(['two', 'six'])
})

it('does not merge again by way of a third contact', async () => {
  const [one, other] = [newPerson(), newPerson()]
  const a = await scene.say(one.phone, 'a', 1)
  const b = await scene.say(other.phone, 'b', 2)
  await scene.say([...one.phone, ...other.phone], 'ab', 3)
  await undo(b.contactId)
  await scene.say([...one.phone, ...one.user], 'a again', 4)
  const third = await scene.say([...other.phone, ...one.user], 'b with the third', 5)
  expect(third.contactId).toBe(b.contactId)
  expect((await scene.say(one.user, 'a third', 6)).contactId).toBe(a.contactId)
})

it('lets a person merge what was taken apart, and take it apart again', async () => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  await moveOnce(scene.deps)
  await undo(second.contactId)
  await moveOnce(scene.deps)
  const merge = () =>
    mergeTwoContacts(scene.deps.pool, {
      ...{ tenantId: scene.tenantId, from: second.contactId, into: first.contactId },
      ...{ createdBy: 'api-key:1', reason: 'they told us' },
    })
  const made = await merge()
  expect(made).toMatchObject({ ok: true, merge: { cause: 'manual', reason: 'they told us' } })
  expect(await merge()).toEqual(made)
  await moveOnce(scene.deps)
  // The undone merge settles late and must not take apart what was merged since.
  await settle()
  expect(await scene.texts(first.conversationId)).toEqual(['one', 'two', 'three'])
  expect(await scene.row(second.conversationId)).toMatchObject({ unreadCount: 0 })
  await undo(second.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(second.conversationId)).toEqual(['two'])
  const merges = await listContactMerges(scene.deps.pool, {
    ...{ tenantId: scene.tenantId, contactId: second.contactId, limit: 10 },
  })
  expect(merges.map(({ cause, undoneAt }) => [cause, undoneAt !== null])).toEqual([
    ['manual', true],
    ['automatic', true],
  ])
})

it('takes a contact out of the middle of a chain together with those that had been merged into it', async () => {
  const [top, middle, leaf] = [newPerson(), newPerson(), newPerson()]
  const a = await scene.say(top.phone, 'a', 1)
  const b = await scene.say(middle.phone, 'b', 2)
  const c = await scene.say(leaf.phone, 'c', 3)
  await scene.say([...middle.phone, ...leaf.phone], 'bc', 4)
  await scene.say([...top.phone, ...middle.phone], 'ab', 5)
  await moveOnce(scene.deps)
  expect(await scene.texts(a.conversationId)).toEqual(['a', 'b', 'c', 'bc', 'ab'])
  await undo(b.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(a.conversationId)).toEqual(['a', 'ab'])
  expect(await scene.texts(b.conversationId)).toEqual(['b', 'c', 'bc'])
  expect((await scene.say(leaf.phone, 'c again', 6)).conversationId).toBe(b.conversationId)
  await undo(c.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(b.conversationId)).toEqual(['b', 'bc'])
  expect(await scene.texts(c.conversationId)).toEqual(['c', 'c again'])
})

it('moves each conversation to the one with the same address of ours, and back', async () => {
  const { phone, user, both } = newPerson()
  await scene.say(phone, 'plain', 1)
  const sales = await scene.say(user, 'to sales', 2, '+15550100001')
  const help = await scene.say(user, 'to help', 3, '+15550100002')
  const joined = await scene.say(both, 'both to help', 4, '+15550100002')
  await moveOnce(scene.deps)
  const at = (via: string): string => directConversationId(scene.accountId, joined.contactId, via)
  expect(await scene.texts(at('+15550100001'))).toEqual(['to sales'])
  expect(await scene.texts(at('+15550100002'))).toEqual(['to help', 'both to help'])
  await undo(sales.contactId)
  await moveOnce(scene.deps)
  expect(await scene.texts(sales.conversationId)).toEqual(['to sales'])
  expect(await scene.texts(help.conversationId)).toEqual(['to help'])
  expect(await scene.row(at('+15550100001'))).toBeUndefined()
  expect(await scene.texts(at('+15550100002'))).toEqual(['both to help'])
})

it('keeps what was read meanwhile as read', async () => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  await moveOnce(scene.deps)
  const { tenantId } = scene
  const readAt = new Date(sceneStart + 3 * 60_000)
  await markConversationRead(scene.deps.pool, { tenantId, conversationId: first.conversationId, readAt })
  await scene.say(user, 'four', 4)
  await undo(second.contactId)
  await moveOnce(scene.deps)
  expect(await scene.row(first.conversationId)).toMatchObject({ unreadCount: 0 })
  expect(await scene.row(second.conversationId)).toMatchObject({ unreadCount: 1, readAt })
})

it.each([1, 2, 3, 4, 5, 6, 7])('goes on after a crash at step %i of moving back', async (step) => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  await moveOnce(scene.deps)
  await undo(second.contactId)
  let left = step
  const dying = {
    ...scene.deps,
    messages: new Proxy(scene.deps.messages, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]): unknown => {
          left -= 1
          if (left === 0) throw new Error('the worker died')
          return Reflect.apply(member, target, args)
        }
      },
    }),
  }
  await moveOnce(dying)
  await moveOnce(scene.deps)
  expect(left).toBeLessThanOrEqual(0)
  expect(await scene.texts(first.conversationId)).toEqual(['one', 'three'])
  expect(await scene.texts(second.conversationId)).toEqual(['two'])
  expect(await scene.row(first.conversationId)).toMatchObject({ unreadCount: 2, lastMessagePreview: 'three' })
  expect(await scene.row(second.conversationId)).toMatchObject({ unreadCount: 1, lastMessagePreview: 'two' })
})

it('takes along what a batch that was under way wrote under the old contact, in either direction', async () => {
  const { phone, user, both } = newPerson()
  const first = await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  await moveOnce(scene.deps)
  const late = { conversation_id: scene.deps.uuids.write(second.conversationId) }
  await scene.store.messages.updateOne(
    { 'content.body': 'two', ...ofScene(first.conversationId) },
    { $set: late },
  )
  await settle()
  expect(await scene.texts(first.conversationId)).toEqual(['one', 'two', 'three'])
  await undo(second.contactId)
  await moveOnce(scene.deps)
  const back = { conversation_id: scene.deps.uuids.write(first.conversationId) }
  await scene.store.messages.updateOne(
    { 'content.body': 'two', ...ofScene(second.conversationId) },
    { $set: back },
  )
  await settle()
  expect(await scene.texts(second.conversationId)).toEqual(['two'])
})

const ofScene = (conversationId: string) => ({
  conversation_id: scene.deps.uuids.match(conversationId),
})

it('knows no merge of another tenant', async () => {
  const { phone, user, both } = newPerson()
  await scene.say(phone, 'one', 1)
  const second = await scene.say(user, 'two', 2)
  await scene.say(both, 'three', 3)
  const { pool } = scene.deps
  const merge = await getContactMerge(pool, { tenantId: scene.tenantId, from: second.contactId })
  const stranger = { tenantId: randomUUID(), id: merge?.id ?? '', undoneBy: 'x' }
  expect(await undoContactMerge(pool, stranger)).toBeUndefined()
  expect(await getContactMerge(pool, { tenantId: scene.tenantId, from: second.contactId })).toMatchObject({
    undoneAt: null,
  })
})
