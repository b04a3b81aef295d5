import {
  baseOf,
  bearer,
  type MediaAccess,
  type MediaStep,
  plainMedia,
  unavailable,
} from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'

const dataApi = 'https://api-data.line.me'

/** LINE keeps what people send under the message's id, for the channel access token; other media have URLs. */
export function media(ref: MediaRef, { accessToken, endpoint }: MediaAccess): MediaStep {
  if (ref.kind === 'sticker') return unavailable('LINE gives no URL for stickers')
  if (ref.id === undefined) return plainMedia(ref)
  if (accessToken === undefined) return { kind: 'no_token' }
  const url = `${baseOf(endpoint, dataApi)}/v2/bot/message/${encodeURIComponent(ref.id)}/content`
  return { kind: 'fetch', url, headers: bearer(accessToken) }
}
