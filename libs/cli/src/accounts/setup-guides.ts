/** What whoever adds an account of a channel must know; the rest is on the channel's page in docs/reference. */
export type SetupGuide = {
  /** What `--id` is. */
  id: string
  /** The ids there are; any text where left out. */
  idPattern?: RegExp
  /** What `--app-secret` is. */
  appSecret: string
  /** Where it comes from if none is given: we make it up, or this setting of the edge has it. Needed where left out. */
  otherwise?: 'made' | `${Uppercase<string>}`
  /** Any text, made up where none is given; the provider's, by what it calls it; or no such thing. */
  verifyToken: 'made' | 'none' | { is: string }
  /** What to do at the provider, in turn. Secrets stay names: the lines end in terminals and logs. */
  steps(callback: string): readonly string[]
}

const metaSteps = (fields: string, page: string) => (): readonly string[] => [
  `in the app's dashboard, ${page}: paste callback URL and verify token, and verify`,
  `subscribe to ${fields}`,
]

const metaSecret = "the app's secret (the app's basic settings)"

/** By channel. */
const guides: Readonly<Record<string, SetupGuide>> = {
  whatsapp: {
    ...{ id: 'the phone number id', idPattern: /^\d+$/, appSecret: metaSecret, verifyToken: 'made' },
    otherwise: 'WHATSAPP_APP_SECRET',
    steps: metaSteps('messages', 'WhatsApp, configuration'),
  },
  messenger: {
    ...{ id: "the page's id", idPattern: /^\d+$/, appSecret: metaSecret, verifyToken: 'made' },
    otherwise: 'MESSENGER_APP_SECRET',
    steps: metaSteps(
      'messages, message_echoes, message_edits, message_reactions, message_deliveries, message_reads, messaging_postbacks (and feed for comments), and subscribe the page to the app',
      'Messenger, webhooks',
    ),
  },
  instagram: {
    ...{ id: "the professional account's user_id (17841…)", idPattern: /^\d+$/, verifyToken: 'made' },
    appSecret: `${metaSecret}; with Instagram login that of the Instagram app`,
    otherwise: 'INSTAGRAM_APP_SECRET',
    steps: metaSteps(
      'messages, message_edit, message_reactions, messaging_postbacks, messaging_referral, messaging_seen (and comments), and subscribe the account to the app',
      'Instagram, webhooks',
    ),
  },
  telegram: {
    ...{ id: "the bot's id, the digits before the colon of its token", idPattern: /^\d+$/ },
    ...{ appSecret: 'the secret_token of setWebhook', otherwise: 'made', verifyToken: 'none' },
    steps: (callback) => [
      `curl "https://api.telegram.org/bot$BOT_TOKEN/setWebhook" -d url=${callback} -d secret_token="$APP_SECRET" -d max_connections=40`,
      'add allowed_updates where you want reactions and members too (docs/reference/telegram.md)',
      'for groups, turn off the privacy mode of the bot (BotFather, /setprivacy)',
    ],
  },
  twilio: {
    ...{ id: 'the Account SID (AC…)', idPattern: /^AC[0-9a-fA-F]{32}$/, verifyToken: 'none' },
    appSecret: 'the primary auth token of that account or subaccount',
    otherwise: 'TWILIO_AUTH_TOKEN',
    steps: () => [
      'at Twilio, on the number, sender or Messaging Service: "A message comes in", webhook, HTTP POST, the callback URL',
      'the same URL as status callback',
      'the URL must be the one Twilio calls, to the letter: set PUBLIC_URL where a proxy stands before the edge',
    ],
  },
  line: {
    ...{ id: "the bot's user id (U…)", idPattern: /^U[0-9a-f]{32}$/, verifyToken: 'none' },
    appSecret: 'the channel secret (LINE Developers Console, Basic settings)',
    otherwise: 'LINE_CHANNEL_SECRET',
    steps: () => [
      'in the LINE Developers Console, Messaging API settings: paste the callback URL, and press Verify',
      'turn on "Use webhook" and "Webhook redelivery"; for groups "Allow bot to join group chats"',
    ],
  },
  viber: {
    ...{ id: 'any name you choose for the bot, such as its URI', verifyToken: 'none' },
    appSecret: 'the authentication token of the bot',
    steps: (callback) => [
      `curl https://chatapi.viber.com/pa/set_webhook -H "X-Viber-Auth-Token: $VIBER_TOKEN" -d '{"url":"${callback}","send_name":true,"send_photo":true,"event_types":["delivered","seen","failed","subscribed","unsubscribed","conversation_started"]}'`,
    ],
  },
  slack: {
    ...{ id: "the workspace's team id (T…)", idPattern: /^[TE][0-9A-Z]+$/, verifyToken: 'none' },
    appSecret: 'the signing secret (Basic Information, App Credentials)',
    otherwise: 'SLACK_SIGNING_SECRET',
    steps: () => [
      'at api.slack.com/apps, the app, Event Subscriptions: paste the callback URL as request URL; Slack checks it at once',
      'subscribe to message.im, message.channels, message.groups, message.mpim, reaction_added, reaction_removed, app_mention; install the app anew',
      'the same URL under Interactivity & Shortcuts, and for each slash command',
    ],
  },
  email: {
    ...{ id: 'the address that mail is received for, or its domain', verifyToken: 'none' },
    ...{ appSecret: "a token for the callback's query, basic:<user>:<password>, or SendGrid's public key" },
    otherwise: 'made',
    steps: (callback) => [
      'an MX record of the host name to mx.sendgrid.net',
      `at SendGrid, Settings, Inbound Parse: the host name, and as URL ${callback}?token=$APP_SECRET (without the token where it is a key or basic credentials)`,
      'set MAX_BODY_BYTES to what mails with attachments need, up to 12582912',
    ],
  },
  vk: {
    ...{
      id: "the community's id, without a sign",
      idPattern: /^\d+$/,
      verifyToken: { is: 'the confirmation string that VK shows for the server' },
    },
    ...{ appSecret: 'the secret key of the server', otherwise: 'made' },
    steps: () => [
      'in the community, Management, Settings, API usage, Callback API: paste callback URL and secret key, API version 5.199, and confirm',
      'under Event types tick the messages: message_new, message_reply, message_edit, message_event, message_reaction_event, message_read, message_allow, message_deny',
    ],
  },
}

/** The guide of a channel; a plain one where nobody has written its own. */
export function setupGuide(channelId: string): SetupGuide {
  return guides[channelId] ?? plainGuide
}

const plainGuide: SetupGuide = {
  ...{ id: "the provider's id of the account", appSecret: 'the secret that signs its webhooks' },
  verifyToken: 'made',
  steps: () => ['give the provider the callback URL, and the verify token where it asks for one'],
}
