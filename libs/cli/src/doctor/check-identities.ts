import { type Collections, detectUuidSubtypes, isMixed } from '@omnistream/mongo'
import type { Db } from 'mongodb'
import { countMax, maxTimeMs } from './audit-scan.ts'
import { amount, type Finding, ok, problem } from './finding.ts'

/** Ids in more than one form, and messages without the id that keeps them single (seed 003: "duplicates"). */
export async function checkIdentities(db: Db, messages: Collections['messages']): Promise<Finding[]> {
  const census = await detectUuidSubtypes(db)
  const forms = census
    .filter(({ subtypes }) => subtypes.length > 0)
    .map(({ collection, field, subtypes }) => `${collection}.${field}: ${subtypes.join(', ')}`)
  const without = await messages.countDocuments(
    { external_id: null as never },
    { limit: countMax, maxTimeMS: maxTimeMs },
  )
  return [
    isMixed(census)
      ? problem(
          'UUID subtypes',
          `UUIDs are stored as more than one BinData subtype, so searches by id miss some (${forms.join('; ')})`,
          'stop the services, then omnistream uuids convert (with --legacy java or csharp where an old driver of these wrote subtype 3)',
        )
      : ok('UUID subtypes', 'every UUID is stored in one form'),
    without === 0
      ? ok('external ids', 'every message has the id that keeps it single')
      : problem(
          'external ids',
          `${amount(without, 'message', countMax)} without external_id: a second webhook for one of them makes a duplicate`,
          'they were written by something else than this suite: give them their external_id, or replay their webhooks and delete them',
        ),
  ]
}
