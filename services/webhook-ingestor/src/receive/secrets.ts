import type { AccountDirectory, AccountRecord } from '@omnistream/postgres'

/** Secrets to try, and for each the accounts it may speak for; `undefined` speaks for the whole app. */
export type SecretSet = { secrets: string[]; speaksFor: (AccountRecord[] | undefined)[] }

export type AppSecrets = { appSecrets: readonly string[]; verifyTokens: readonly string[] }

/**
 * The app's own secrets first (from the environment), then those of the accounts the webhook names: by the
 * callback's path, or else in its payload. Only the named accounts' secrets are tried, so the cost of a forged
 * request does not grow with the number of tenants.
 *
 * One app secret signs for every account of its app, so a secret proves an account only where that account has
 * it too (docs/reference/whatsapp.md).
 */
export function secretsToTry(app: AppSecrets, named: readonly AccountRecord[]): SecretSet {
  const speaksFor = new Map<string, AccountRecord[] | undefined>()
  for (const secret of app.appSecrets) speaksFor.set(secret, undefined)
  for (const account of named) {
    for (const secret of account.secrets.appSecrets) {
      if (speaksFor.has(secret) && speaksFor.get(secret) === undefined) continue
      speaksFor.set(secret, [...(speaksFor.get(secret) ?? []), account])
    }
  }
  return { secrets: [...speaksFor.keys()], speaksFor: [...speaksFor.values()] }
}

/** An account by the provider's id of it, or all accounts of the business that has this id. */
export function accountsOf(
  directory: AccountDirectory,
  channel: string,
  key: string,
): readonly AccountRecord[] {
  const account = directory.byExternalId(channel, key)
  return account ? [account] : directory.byBusinessId(channel, key)
}
