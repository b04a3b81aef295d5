import { asObject, asText } from '../core/access.ts'
import { baseOf, type MediaAccess, type MediaStep, unavailable } from '../core/media-step.ts'
import type { MediaRef } from '../core/update.ts'

const botApi = 'https://api.telegram.org'

/** `getFile` names a path that lives for an hour; the bot's token is part of both URLs. 20 MB is the most it gives. */
export function media({ id }: MediaRef, { accessToken, endpoint }: MediaAccess): MediaStep {
  if (accessToken === undefined) return { kind: 'no_token' }
  if (id === undefined) return unavailable('it has no file_id')
  if (!/^[\w-]+:[\w-]+$/.test(accessToken)) return unavailable('the access token is no token of a bot')
  const base = baseOf(endpoint, botApi)
  return {
    ...{ kind: 'lookup', headers: {} },
    url: `${base}/bot${accessToken}/getFile?file_id=${encodeURIComponent(id)}`,
    next(answer) {
      const path = asText(asObject(asObject(answer)?.result)?.file_path)
      if (path === undefined) return unavailable('Telegram named no path for it')
      // A Bot API server in its local mode names a path on its own disk.
      if (path.startsWith('/')) return unavailable('the Bot API server keeps its files to itself (--local)')
      const place = path.split('/').map(encodeURIComponent).join('/')
      return { kind: 'fetch', url: `${base}/file/bot${accessToken}/${place}`, headers: {} }
    },
  }
}
