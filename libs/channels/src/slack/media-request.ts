import { asObject, asText } from '../core/access.ts'
import {
  baseOf,
  bearer,
  type MediaAccess,
  type MediaStep,
  mayHaveToken,
  unavailable,
} from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'

/**
 * `url_private` answers to the bot's token; without one it is a page to log in, as a 200. A file that came as an id
 * alone is asked for with `files.info`.
 */
export function media({ id, url }: MediaRef, { accessToken, endpoint }: MediaAccess): MediaStep {
  if (accessToken === undefined) return { kind: 'no_token' }
  const headers = bearer(accessToken)
  const download = (address: string): MediaStep =>
    mayHaveToken(address, ['slack.com'], endpoint)
      ? { kind: 'fetch', url: address, headers }
      : unavailable('it is kept outside of Slack')
  if (url !== undefined) return download(url)
  if (id === undefined) return unavailable('it has neither id nor URL')
  return {
    ...{ kind: 'lookup', headers },
    url: `${baseOf(endpoint, 'https://slack.com')}/api/files.info?file=${encodeURIComponent(id)}`,
    next(answer) {
      const found = asText(asObject(asObject(answer)?.file)?.url_private)
      return found === undefined ? unavailable('Slack named no URL for it') : download(found)
    },
  }
}
