import type { ParsedUpdate } from '@omnistream/channels'
import { uuidToBinary } from '@omnistream/mongo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeUpdate } from './merge-update.ts'
import type { MergeableUpdate, MergeInput, MessageState } from './types.ts'

const id = (n: number): ReturnType<typeof uuidToBinary> =>
  uuidToBinary(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

const placement = {
  messageId: id(1),
  tenantId: id(2),
  accountId: id(3),
  channel: 'whatsapp',
  conversationId: id(4),
  contactId: id(5),
}
const target = 'whatsapp:700:wamid.A'
const base = { path: '/x', account: '700' }
const person = { identities: [{ kind: 'wa_id' as const, value: '15550100042' }] }
const times = fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_006 })
const at = fc.option(times, { nil: undefined })
const word = fc.constantFrom('hallo', 'café', '你好', 'สวัสดี', '')
const strip = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

const message = fc
  .record({
    source: fc.constantFrom('live', 'echo', 'history'),
    body: word,
    at,
    path: fc.constantFrom('/a', '/b'),
  })
  .map(
    ({ source, body, at, path }): MergeableUpdate =>
      strip({
        ...base,
        path,
        kind: 'message',
        externalId: target,
        thread: { kind: 'direct', peer: person },
        direction: 'inbound',
        source,
        type: 'text',
        sender: person,
        content: { body },
        at,
        ...(source === 'history' ? { status: 'read' } : {}),
      }) as MergeableUpdate,
  )
const status = fc
  .record({
    status: fc.constantFrom('sent', 'delivered', 'read', 'played', 'failed'),
    at,
    participant: fc.option(fc.constantFrom('p1', 'US.b'), { nil: undefined }),
    errors: fc.option(fc.constantFrom([{ code: '1' }], [{ code: '2' }]), { nil: undefined }),
  })
  .map((fields) => strip({ ...base, kind: 'status', target, ...fields }) as object as MergeableUpdate)
const reaction = fc
  .record({
    emoji: fc.constantFrom('👍', '❤️', null),
    at,
    externalId: fc.constantFrom('r1', 'r2', 'r3'),
    slot: fc.option(fc.constantFrom('tada', 'eyes'), { nil: undefined }),
  })
  .map(
    (fields) =>
      strip({
        ...base,
        kind: 'reaction',
        target,
        direction: 'inbound',
        actor: person,
        ...fields,
      }) as MergeableUpdate,
  )
const edit = fc.record({ body: word, at, externalId: fc.constantFrom('e1', 'e2', 'e3') }).map(
  ({ body, ...fields }) =>
    strip({
      ...base,
      kind: 'edit',
      target,
      direction: 'inbound',
      actor: person,
      type: 'text',
      content: { body },
      ...fields,
    }) as MergeableUpdate,
)
const deletion = fc.record({ at }).map(
  (fields) =>
    strip({
      ...base,
      kind: 'delete',
      target,
      externalId: 'd',
      direction: 'inbound',
      actor: person,
      ...fields,
    }) as MergeableUpdate,
)

const input = fc
  .record({
    update: fc.oneof(message, status, reaction, edit, deletion),
    actor: fc.constantFrom('ana', 'business'),
    audit: fc.integer({ min: 10, max: 13 }),
    version: fc.integer({ min: 1, max: 2 }),
  })
  .map(
    ({ update, actor, audit, version }): MergeInput => ({
      update,
      placement: { ...placement, actor },
      // A stored payload has one receipt time.
      provenance: {
        auditId: id(audit),
        receivedAt: new Date(1_790_000_000_000 + audit),
        parserVersion: version,
        replay: false,
      },
    }),
  )

/** A parser is a function: one item of one payload, read by one version, is one update. */
const itemKey = ({ update, provenance }: MergeInput): string =>
  update.kind === 'message'
    ? `${provenance.auditId.toString('hex')}${update.path}${provenance.parserVersion}${update.source}`
    : ''
const consistent = (inputs: MergeInput[]): MergeInput[] => {
  const seen = new Map<string, MergeInput>()
  const sourceOf = new Map<string, string>()
  return inputs.filter((candidate) => {
    const key = itemKey(candidate)
    if (key === '') return true
    const update = candidate.update as Extract<ParsedUpdate, { kind: 'message' }>
    const item = `${candidate.provenance.auditId.toString('hex')}${update.path}`
    if (seen.has(key) || (sourceOf.get(item) ?? update.source) !== update.source) return false
    sourceOf.set(item, update.source)
    seen.set(key, candidate)
    return true
  })
}

const fold = (inputs: readonly MergeInput[]): MessageState | undefined =>
  inputs.reduce<MessageState | undefined>((state, next) => mergeUpdate(state, next), undefined)

const story = fc.array(input, { minLength: 1, maxLength: 9 }).map(consistent)

describe('mergeUpdate', () => {
  it('gives the same message for every order and any number of copies of its updates', () => {
    fc.assert(
      fc.property(
        story.chain((inputs) =>
          fc.tuple(
            fc.constant(inputs),
            fc.shuffledSubarray([...inputs, ...inputs], {
              minLength: inputs.length * 2,
              maxLength: inputs.length * 2,
            }),
          ),
        ),
        ([inputs, shuffled]) => {
          expect(fold(shuffled)).toStrictEqual(fold(inputs))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('returns the very same object when everything is said a second time', () => {
    fc.assert(
      fc.property(story, (inputs) => {
        const state = fold(inputs)
        for (const again of inputs) expect(mergeUpdate(state, again)).toBe(state)
      }),
      { numRuns: 1_000 },
    )
  })

  it('cuts a reaction of megabytes: a message holds those of everybody', () => {
    const update: MergeableUpdate = {
      ...{ ...base, kind: 'reaction', target, externalId: `${target}/r`, direction: 'inbound' },
      ...{ actor: person, emoji: '😀'.repeat(100_000), at: 1_790_000_000_000 },
    }
    const provenance = { auditId: id(9), receivedAt: new Date(0), parserVersion: 1, replay: false }
    const { reactions } = mergeUpdate(undefined, {
      update,
      placement: { ...placement, actor: 'a' },
      provenance,
    })
    expect(reactions?.[0]?.emoji).toBe('😀'.repeat(200))
  })
})
