import { randomUUID } from 'node:crypto'
import { standardUuids as uuids, type WebhookAuditDocument } from '@omnistream/mongo'
import { nobody } from '@omnistream/postgres'
import { expect, it } from 'vitest'
import type { Item, Job } from '../batch/types.ts'
import { sightingsOf } from './sightings.ts'

const [tenant, account, early, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const owner = { tenant_id: uuids.write(tenant), account_id: uuids.write(account) }
const jobOf = (id: string, at: string): Job =>
  ({
    row: { _id: uuids.write(id), received_at: new Date(at), channel: 'whatsapp' } as WebhookAuditDocument,
    parserVersion: 4,
  }) as Job
const [first, second] = [jobOf(early, '2026-09-01T10:00:00Z'), jobOf(late, '2026-09-01T10:00:05Z')]
const item = (job: Job, update: object, by: Item['owner'] | null = owner): Item =>
  ({ job, update, ...(by ? { owner: by } : {}) }) as Item

it('joins what a batch saw under one name, and points at the earliest', () => {
  const unknown = { kind: 'unsupported', what: 'field', name: 'novel' }
  expect(
    sightingsOf(
      [
        item(second, { ...unknown, path: '/b' }),
        item(first, { ...unknown, path: '/a' }),
        item(second, { ...unknown, path: '/c' }),
      ],
      uuids,
    ),
  ).toEqual([
    {
      ...{
        tenantId: tenant,
        accountId: account,
        channel: 'whatsapp',
        what: 'field',
        name: 'novel',
        count: 3,
      },
      ...{ auditId: early, path: '/a', parserVersion: 4 },
      ...{ firstSeenAt: first.row.received_at, lastSeenAt: second.row.received_at },
    },
  ])
})

it('takes a message of a type that no parser reads for one, and leaves what is understood', () => {
  const message = { kind: 'message', path: '/m' }
  const seen = sightingsOf(
    [
      item(first, { ...message, type: 'unsupported', nativeType: 'hologram' }),
      item(first, { ...message, type: 'unsupported' }),
      item(first, { ...message, type: 'text', nativeType: 'text' }),
      item(first, { kind: 'ignored', reason: 'typing', path: '/i' }),
    ],
    uuids,
  )
  expect(seen.map(({ what, name, path }) => [what, name, path])).toEqual([['type', 'hologram', '/m']])
})

it('keeps what is nobody’s apart from what is a tenant’s', () => {
  const unknown = { kind: 'unsupported', what: 'malformed', name: 'status', path: '/s' }
  const seen = sightingsOf([item(first, unknown), item(first, unknown, null)], uuids)
  expect(seen.map(({ tenantId, accountId }) => [tenantId, accountId])).toEqual([
    [tenant, account],
    [nobody, nobody],
  ])
})
