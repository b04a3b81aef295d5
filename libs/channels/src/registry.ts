import type { Channel } from './core/channel.ts'
import { email } from './email/index.ts'
import { instagram } from './instagram/index.ts'
import { line } from './line/index.ts'
import { messenger } from './messenger/index.ts'
import { slack } from './slack/index.ts'
import { telegram } from './telegram/index.ts'
import { twilio } from './twilio/index.ts'
import { viber } from './viber/index.ts'
import { vk } from './vk/index.ts'
import { whatsapp } from './whatsapp/index.ts'

/** Every channel by its id; a new one is one folder and one line here. */
export const channels = {
  email,
  instagram,
  line,
  messenger,
  slack,
  telegram,
  twilio,
  viber,
  vk,
  whatsapp,
} as const satisfies Record<string, Channel>

/** The channel of an id that came from outside, or undefined. */
export function channelById(id: string): Channel | undefined {
  return Object.hasOwn(channels, id) ? channels[id as keyof typeof channels] : undefined
}
