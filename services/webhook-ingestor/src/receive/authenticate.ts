import type { Channel, InboundRequest, Verdict } from '@omnistream/channels'
import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'
import { type AppSecrets, accountsOf, secretsToTry } from './secrets.ts'

export type Authentication = {
  verdict: Verdict
  /** What the payload says its accounts are, configured or not. */
  keys: string[]
  /** Accounts the payload speaks of and the signature may speak for, without doubles. */
  accounts: AccountRecord[]
  /** Accounts whose own secret signed; undefined where the app's did. */
  signedFor?: AccountRecord[]
}

type Input = {
  channel: Channel
  /** As it came over the wire. */
  request: InboundRequest
  /** The body without its Content-Encoding; the same object where it had none. */
  decoded: Uint8Array
  app: AppSecrets
  directory: AccountDirectory
  /** The account in the callback's path, where it has one that is configured. */
  addressed: AccountRecord | undefined
  /** The account in the callback's path as it was called; undefined where it has none. */
  accountKey: string | undefined
}

/** Checks who sent the webhook. The app's secrets are tried before the payload is read at all. */
export function authenticate(input: Input): Authentication {
  const { channel, app, directory, addressed, accountKey } = input
  const early = addressed ? undefined : verifyEither(input, app.appSecrets)
  const spokenOf = accountsSpokenOf(input)
  const keys = spokenOf.length === 0 && accountKey !== undefined ? [accountKey] : spokenOf
  const named = [...new Set(keys.flatMap((key) => accountsOf(directory, channel.id, key)))]
  if (early?.status === 'VALID') return { verdict: early, keys, accounts: named }
  const candidates = secretsToTry(app, addressed ? [addressed] : named)
  const verdict = verifyEither(input, candidates.secrets)
  if (verdict.status !== 'VALID') return { verdict, keys, accounts: named }
  const signers = candidates.speaksFor[verdict.secretIndex]
  // A payload that names nobody (nothing can be read in it, say) is from whom the callback's path names.
  const unnamed = addressed && spokenOf.length === 0 ? [addressed] : []
  if (!signers) return { verdict, keys, accounts: [...new Set([...named, ...unnamed])] }
  const secret = candidates.secrets[verdict.secretIndex]
  const covered = named.filter((account) => account.secrets.appSecrets.some((own) => own === secret))
  return {
    verdict,
    keys,
    accounts: [...new Set([...covered, ...unnamed])],
    signedFor: [...new Set([...signers, ...covered])],
  }
}

/** Nothing is read where the channel's payloads name no account: that can cost as much as parsing (mails). */
function accountsSpokenOf({ channel, decoded, request }: Input): string[] {
  if (channel.accountInPath) return []
  const payload = channel.read(decoded, { headers: request.headers, url: request.url })
  return payload.ok ? channel.accountKeys(payload.value) : []
}

/** Providers differ on whether they sign the compressed bytes or the plain ones (lessons #40): either will do. */
function verifyEither({ channel, request, decoded }: Input, secrets: readonly string[]): Verdict {
  const verdict = channel.verify(request, secrets)
  if (verdict.status !== 'INVALID' || decoded === request.body) return verdict
  return channel.verify({ ...request, body: decoded }, secrets)
}
