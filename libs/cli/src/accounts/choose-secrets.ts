import { UsageError } from '../cli-error.ts'
import type { SetupGuide } from './setup-guides.ts'

export type ChosenSecrets = {
  appSecrets: string[]
  verifyTokens: string[]
  /** Made up here, so that nobody else knows it yet. */
  madeAppSecret?: string
}

/**
 * The secrets of a new account: those that were given, and made up where the channel lets us choose.
 * @throws {UsageError} where one is missing that only the provider knows, or is of no use.
 */
export function chooseSecrets(
  guide: SetupGuide,
  given: { appSecret: string | undefined; verifyToken: string | undefined },
  makeSecret: () => string,
): ChosenSecrets {
  const verifyTokens = chooseVerifyToken(guide, given.verifyToken, makeSecret)
  if (given.appSecret !== undefined) return { appSecrets: [given.appSecret], verifyTokens }
  if (guide.otherwise === undefined) throw new UsageError(`give --app-secret: ${guide.appSecret}`)
  if (guide.otherwise !== 'made') return { appSecrets: [], verifyTokens }
  const madeAppSecret = makeSecret()
  return { appSecrets: [madeAppSecret], verifyTokens, madeAppSecret }
}

function chooseVerifyToken(
  { verifyToken }: SetupGuide,
  given: string | undefined,
  makeSecret: () => string,
): string[] {
  if (verifyToken === 'none') {
    if (given !== undefined) throw new UsageError('this channel has no verify token')
    return []
  }
  if (given === '') throw new UsageError('the verify token is empty')
  if (given !== undefined) return [given]
  if (verifyToken === 'made') return [makeSecret()]
  throw new UsageError(`give --verify-token: ${verifyToken.is}`)
}
