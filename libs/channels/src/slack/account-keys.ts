import { asId, asList, asObject, type Json } from '../core/access.ts'

/** The workspace that a request speaks of: Slack names it in every one. */
export function accountKeys(payload: unknown): string[] {
  const root = asObject(payload)
  const account = root === undefined ? undefined : teamOf(root)
  return account === undefined ? [] : [account]
}

/**
 * The workspace's id. An interaction has it in `team`, which is null where the app is installed on a whole
 * organisation; then it is the one of the person's, or the organisation's own.
 */
export function teamOf(root: Json): string | undefined {
  const [authorization] = asList(root.authorizations).map(asObject)
  return (
    asId(root.team_id) ??
    asId(asObject(root.team)?.id) ??
    asId(authorization?.team_id) ??
    asId(asObject(root.user)?.team_id) ??
    asId(root.enterprise_id) ??
    asId(asObject(root.enterprise)?.id) ??
    asId(authorization?.enterprise_id)
  )
}
