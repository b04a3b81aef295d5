import type { ReceiveDeps } from './receive-webhook.ts'

/** Verify tokens of the callback: the account's own where the path names one, else the app's and every account's. */
export function handshakeTokens(
  deps: Pick<ReceiveDeps, 'app' | 'directory'>,
  channelId: string,
  accountKey: string | undefined,
): readonly string[] {
  const app = deps.app(channelId).verifyTokens
  if (accountKey === undefined) return [...app, ...deps.directory.secretsFor(channelId).verifyTokens]
  const account = deps.directory.byIdOrExternalId(channelId, accountKey)
  return account ? [...account.secrets.verifyTokens, ...app] : app
}
