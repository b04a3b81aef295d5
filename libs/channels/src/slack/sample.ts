import type { Sample, SampleOptions } from '../core/channel.ts'
import { choose, digits, sampleWord } from '../samples/choose.ts'
import { jsonSample } from '../samples/json-sample.ts'
import { samplePeople } from '../samples/people.ts'
import { sampleTexts } from '../samples/texts.ts'
import { sampleKinds } from './sample-kinds.ts'

const encoder = new TextEncoder()
const app = 'A0SAMPLE1'

/**
 * One realistic request of Slack's from one of twenty invented people: a message of some kind, every third in a channel
 * and the others to the bot, every eighth a slash command, every ninth the press of a button.
 */
export function sample(options: SampleOptions): Sample {
  const { random, seq } = options
  const index = Math.floor(random() * samplePeople.length)
  const said = {
    word: sampleWord(random, seq),
    text: choose(random, sampleTexts),
    id: digits(random, 8),
    ts: `${Math.floor(options.now / 1000)}.${String(seq % 1_000_000).padStart(6, '0')}`,
    user: `U0SAMPLE${String(index).padStart(2, '0')}`,
    channel: seq % 3 === 2 ? 'C0SAMPLE01' : `D0SAMPLE${String(index).padStart(2, '0')}`,
    name: samplePeople[index]?.name ?? 'Somebody',
  }
  if (seq % 8 === 7) return command(options, said)
  if (seq % 9 === 8) return press(options, said)
  return message(options, said)
}

type Said = {
  word: string
  text: string
  id: string
  ts: string
  user: string
  channel: string
  name: string
}

function message({ account, now, seq, random }: SampleOptions, said: Said): Sample {
  const kind = sampleKinds[seq % sampleKinds.length] ?? choose(random, sampleKinds)
  const team = account.externalId
  const event = {
    ...{
      type: 'message',
      channel: said.channel,
      channel_type: said.channel.startsWith('D') ? 'im' : 'channel',
    },
    ...{ user: said.user, team, ts: said.ts, event_ts: said.ts },
    user_profile: { real_name: said.name, display_name: said.name, name: said.user.toLowerCase() },
    ...kind(said),
  }
  const envelope = {
    ...{ team_id: team, api_app_id: app, type: 'event_callback', event_id: `Ev0${said.id}${seq}` },
    event_time: Math.floor(now / 1000),
    authorizations: [{ enterprise_id: null, team_id: team, user_id: 'U0BOT', is_bot: true }],
  }
  return jsonSample({ ...envelope, event }, found(account.externalId, `${said.channel}:${said.ts}`, said))
}

function command({ account, seq }: SampleOptions, said: Said): Sample {
  const trigger = `${said.id}.${seq}`
  const form = {
    ...{ team_id: account.externalId, team_domain: 'sample', api_app_id: app, channel_id: said.channel },
    channel_name: said.channel.startsWith('D') ? 'directmessage' : 'neighbours',
    ...{ user_id: said.user, user_name: said.user.toLowerCase(), command: '/order' },
    ...{ text: `status ${said.word}`, trigger_id: trigger },
  }
  return formSample(form, found(account.externalId, `${said.channel}:command/${trigger}`, said))
}

function press({ account, seq }: SampleOptions, said: Said): Sample {
  const trigger = `${said.id}.${seq}`
  const button = { type: 'button', action_id: 'confirm', block_id: 'b1', value: 'yes', action_ts: said.ts }
  const payload = {
    ...{ type: 'block_actions', api_app_id: app, team: { id: account.externalId, domain: 'sample' } },
    user: { id: said.user, username: said.user.toLowerCase(), team_id: account.externalId },
    ...{ channel: { id: said.channel, name: 'neighbours' }, trigger_id: trigger },
    container: { type: 'message', message_ts: '1790000000.000001', channel_id: said.channel },
    actions: [{ ...button, text: { type: 'plain_text', text: `Confirm ${said.word}` } }],
  }
  const native = `${said.channel}:block_actions/${trigger}`
  return formSample({ payload: JSON.stringify(payload) }, found(account.externalId, native, said))
}

function found(team: string, native: string, { word }: Said): Pick<Sample, 'messageIds' | 'searchText'> {
  return { messageIds: [`slack:${team}:${native}`], searchText: word }
}

function formSample(form: Record<string, string>, said: Pick<Sample, 'messageIds' | 'searchText'>): Sample {
  return {
    contentType: 'application/x-www-form-urlencoded',
    body: encoder.encode(new URLSearchParams(form).toString()),
    ...said,
  }
}
