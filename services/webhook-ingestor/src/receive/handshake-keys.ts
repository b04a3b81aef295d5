import type { HandshakeKeys } from '@omnistream/channels'
import type { ReceiveDeps } from './receive-webhook.ts'

/**
 * What a handshake of this callback may be proved with: the account's own where the path names one, else the app's
 * and every account's.
 */
export function handshakeKeys(
  deps: Pick<ReceiveDeps, 'app' | 'directory'>,
  channelId: string,
  accountKey: string | undefined,
): HandshakeKeys {
  const app = deps.app(channelId)
  const known = () =>
    accountKey === undefined
      ? deps.directory.secretsFor(channelId)
      : deps.directory.byIdOrExternalId(channelId, accountKey)?.secrets
  return {
    verifyTokens: () => [...(known()?.verifyTokens ?? []), ...app.verifyTokens],
    secrets: () => [...(known()?.appSecrets ?? []), ...app.appSecrets],
  }
}
