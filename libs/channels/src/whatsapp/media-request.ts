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

const graph = 'https://graph.facebook.com'
/** Where Meta keeps media: its URLs answer only to the token. */
const mediaHosts = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'facebook.com']

/**
 * The id is asked for a URL, which lives for five minutes; the id lives for weeks. The URL of the webhook counts only
 * where there is no id.
 */
export function media({ id, url }: MediaRef, access: MediaAccess): MediaStep {
  const { accessToken, endpoint } = access
  if (accessToken === undefined) return { kind: 'no_token' }
  const headers = bearer(accessToken)
  const download = (address: string): MediaStep => ({
    ...{ kind: 'fetch', url: address },
    headers: mayHaveToken(address, mediaHosts, endpoint) ? headers : {},
  })
  if (id === undefined) return url === undefined ? unavailable('it has neither id nor URL') : download(url)
  return {
    ...{ kind: 'lookup', headers },
    url: `${baseOf(endpoint, graph)}/${encodeURIComponent(id)}`,
    next(answer) {
      const found = asText(asObject(answer)?.url)
      return found === undefined ? unavailable('WhatsApp named no URL for it') : download(found)
    },
  }
}
