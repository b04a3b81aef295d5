import { listThreadMerges, undoThreadMerge } from '@omnistream/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupConversationId } from '../derive-ids.ts'
import { moveOnce } from '../merges/run-mover.ts'
import { createMergeScene, type MergeScene, sceneStart } from '../testing/merge-scene.ts'
import { migrateThreads, type ThreadMove } from './migrate-threads.ts'

let scene: MergeScene

beforeAll(async () => {
  scene = await createMergeScene()
})
afterAll(() => scene?.drop())

let groups = 0
/** A group before and after its move, that no other test knows. */
const newGroup = (): { old: string; now: string; oldId: string; nowId: string } => {
  groups += 1
  const [old, now] = [`-10${groups}`, `-100200${groups}`]
  const idOf = (group: string): string => groupConversationId(scene.accountId, group)
  return { old, now, oldId: idOf(old), nowId: idOf(now) }
}

const move = (from: string, to: string): ThreadMove => ({
  ...{ tenantId: scene.tenantId, accountId: scene.accountId, channel: 'telegram', from, to },
  at: new Date(sceneStart + 10 * 60_000),
})
const migrate = (from: string, to: string) => migrateThreads(scene.deps.pool, [move(from, to)])

const steps = {
  migrate: async ({ old, now }: ReturnType<typeof newGroup>) => void (await migrate(old, now)),
  again: async ({ old, now }: ReturnType<typeof newGroup>) => void (await migrate(old, now)),
  old: async ({ old }: ReturnType<typeof newGroup>) => void (await scene.sayInGroup(old, 'old', 1)),
  late: async ({ old }: ReturnType<typeof newGroup>) => void (await scene.sayInGroup(old, 'late', 2)),
  new: async ({ now }: ReturnType<typeof newGroup>) => void (await scene.sayInGroup(now, 'new', 20)),
  move: async () => void (await moveOnce(scene.deps)),
}

const orders = [
  ['old', 'migrate', 'late', 'again', 'new', 'move'],
  ['migrate', 'again', 'old', 'late', 'new', 'move'],
  ['new', 'migrate', 'old', 'move', 'late', 'again'],
  ['old', 'late', 'new', 'migrate', 'again', 'move'],
  ['migrate', 'move', 'new', 'old', 'again', 'late'],
  ['old', 'new', 'move', 'late', 'migrate', 'move'],
] as const

it.each(orders)('makes one history of a group, in the order %s, %s, %s, %s, %s, %s', async (...order) => {
  const group = newGroup()
  for (const step of order) await steps[step](group)
  await moveOnce(scene.deps)
  expect(await scene.texts(group.nowId)).toEqual(['old', 'late', 'new'])
  expect(await scene.texts(group.oldId)).toEqual([])
  expect(await scene.row(group.nowId)).toMatchObject({
    ...{ kind: 'group', unreadCount: 3, lastMessagePreview: 'new', contact: null },
    threadKey: group.now,
  })
})

it('tells the same move once, whoever tells it and however many at once', async () => {
  const { old, now, oldId, nowId } = newGroup()
  await scene.sayInGroup(old, 'old', 1)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => migrate(old, now)))
  expect(outcomes.flat().filter((outcome) => outcome === 'moved')).toHaveLength(1)
  expect(await migrateThreads(scene.deps.pool, [move(old, now), move(old, now)])).toEqual(['known', 'known'])
  await moveOnce(scene.deps)
  await moveOnce(scene.deps)
  const told = (await scene.events()).filter(({ data }) => data.from_conversation_id === oldId)
  expect(told).toMatchObject([{ type: 'conversation.merged', data: { into_conversation_id: nowId } }])
})

it('refuses circles and a second way out', async () => {
  const [a, b, c] = [newGroup(), newGroup(), newGroup()]
  expect(await migrate(a.old, a.old)).toEqual(['refused'])
  expect(await migrate(a.old, b.old)).toEqual(['moved'])
  expect(await migrate(b.old, c.old)).toEqual(['moved'])
  expect(await migrate(c.old, a.old)).toEqual(['refused'])
  expect(await migrate(a.old, c.now)).toEqual(['refused'])
  expect(await scene.sayInGroup(a.old, 'through both', 1)).toBe(c.oldId)
})

it('gives a group its own messages back when the move is undone, and does not move it again', async () => {
  const group = newGroup()
  await scene.sayInGroup(group.old, 'old', 1)
  await scene.sayInGroup(group.now, 'new', 20)
  await migrate(group.old, group.now)
  await moveOnce(scene.deps)
  await scene.sayInGroup(group.old, 'late', 2)
  const { tenantId } = scene
  const [merge] = await listThreadMerges(scene.deps.pool, { tenantId, conversationId: group.nowId, limit: 5 })
  const undone = await undoThreadMerge(scene.deps.pool, {
    ...{ tenantId, id: merge?.id ?? '', undoneBy: 'api-key:1' },
  })
  expect(undone).toMatchObject({ from: group.oldId, into: group.nowId, undoneBy: 'api-key:1' })
  await moveOnce(scene.deps)
  expect(await migrate(group.old, group.now)).toEqual(['known'])
  await scene.sayInGroup(group.old, 'later', 3)
  const settled = new Date(Date.now() + scene.deps.settleMs + 1)
  await moveOnce({ ...scene.deps, now: () => settled })
  expect(await scene.texts(group.oldId)).toEqual(['old', 'late', 'later'])
  expect(await scene.texts(group.nowId)).toEqual(['new'])
  expect(await scene.row(group.oldId)).toMatchObject({ unreadCount: 3, lastMessagePreview: 'later' })
  expect(await scene.row(group.nowId)).toMatchObject({ unreadCount: 1, lastMessagePreview: 'new' })
  const told = (await scene.events()).filter(({ data }) => data.merge_id === merge?.id)
  expect(told.map(({ type }) => type)).toEqual(['conversation.merged', 'conversation.unmerged'])
})

it('leaves nothing behind of a conversation that never had a message', async () => {
  const group = newGroup()
  await migrate(group.old, group.now)
  await scene.sayInGroup(group.now, 'new', 20)
  const { tenantId } = scene
  const [merge] = await listThreadMerges(scene.deps.pool, { tenantId, conversationId: group.nowId, limit: 5 })
  await undoThreadMerge(scene.deps.pool, { tenantId, id: merge?.id ?? '', undoneBy: 'api-key:1' })
  await moveOnce(scene.deps)
  expect(await scene.row(group.oldId)).toBeUndefined()
  expect(await scene.texts(group.nowId)).toEqual(['new'])
})
