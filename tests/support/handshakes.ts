import type { Channel, InboundRequest, SampleAccount } from '@omnistream/channels'

/** How a provider proves a callback, and a forgery of it. */
export type Handshake = {
  right: InboundRequest
  /** What the right one is answered with. */
  answer: string
  wrong: InboundRequest
  /** The status that the wrong one gets. */
  status: number
}

type Known = { edge: string; account: SampleAccount; secret: string; verifyToken: string }

const challenge = 'C0-ffee_1.2'

/** The handshake of a channel that has one. */
export function handshakeOf(channel: Channel, known: Known): Handshake | undefined {
  const callback = `${known.edge}/webhooks/${channel.id}`
  const request = (method: string, url: string, body = ''): InboundRequest => ({
    ...{ method, url, receivedAt: Date.now(), body: Buffer.from(body) },
    headers: method === 'POST' ? { 'content-type': 'application/json' } : {},
  })
  const byMeta = (token: string): InboundRequest =>
    request('GET', `${callback}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${challenge}`)
  switch (channel.id) {
    case 'whatsapp':
    case 'messenger':
    case 'instagram':
      return { right: byMeta(known.verifyToken), answer: challenge, wrong: byMeta('guess'), status: 403 }
    case 'vk': {
      const body = JSON.stringify({ type: 'confirmation', group_id: Number(known.account.externalId) })
      const right = request('POST', `${callback}/${known.account.externalId}`, body)
      // Nobody's: the string of which account would be the answer?
      return { right, answer: known.verifyToken, wrong: request('POST', callback, body), status: 400 }
    }
    case 'slack': {
      const asked = request('POST', callback, JSON.stringify({ type: 'url_verification', challenge }))
      const right = channel.sign(asked, known.secret)
      return { right, answer: challenge, wrong: channel.sign(asked, 'guess'), status: 401 }
    }
    default:
      return undefined
  }
}
