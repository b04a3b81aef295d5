import type { SampleAccount } from '@omnistream/channels'

/** Ids as the providers give them; made up, and the same on every development machine. */
const externalIds: Readonly<Record<string, string>> = {
  email: 'support@shop.example',
  instagram: '17841400700800900',
  line: 'U00000000000000000000000700800900',
  slack: 'T0SAMPLE9',
  telegram: '7008009001',
  twilio: 'AC00000000000000000000000700800900',
  viber: 'shop-bot',
  vk: '200000001',
}

/** The account of a channel that a development machine has: the one that `npm start` configures and `simulate` writes to. */
export function sampleAccount(channelId: string): SampleAccount {
  return {
    externalId: externalIds[channelId] ?? '700800900100200',
    businessId: '900100200300400',
    // Of the range that is reserved for fiction.
    displayId: '15550100001',
  }
}
