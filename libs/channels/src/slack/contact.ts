import { asObject, type Json } from '../core/access.ts'
import { toData } from '../core/to-data.ts'
import { malformed } from '../core/unsupported.ts'
import type { ParsedUpdate } from '../core/update.ts'
import { partyOf } from './people.ts'
import { type Scope, timeOf } from './scope.ts'

/** Pictures of a person in many sizes: the largest is enough. */
const smallPicture = /^image_(?:24|32|48|72|192)$/

/** Somebody came to the workspace, left it, or has another profile. */
export function parseContact(item: Json, scope: Scope): ParsedUpdate {
  const user = asObject(item.user)
  const contact = partyOf(user)
  if (user === undefined || contact === undefined) return malformed(scope, 'no user')
  const at = timeOf(scope, item.event_ts, item.cache_ts)
  const profile = Object.entries(asObject(user.profile) ?? {}).filter(([key]) => !smallPicture.test(key))
  return {
    kind: 'contact',
    path: scope.path,
    account: scope.account,
    event: eventOf(user, scope),
    contact,
    data: toData({ ...user, profile: Object.fromEntries(profile) }),
    ...(at === undefined ? {} : { at }),
  }
}

function eventOf(user: Json, scope: Scope): 'added' | 'removed' | 'profile' {
  if (user.deleted === true) return 'removed'
  return scope.name === 'team_join' ? 'added' : 'profile'
}
