import { formatTable } from '@omnistream/cli/output/table'
import type { DevelopmentSettings } from './development-settings.ts'
import type { ChannelSamples } from './send-samples.ts'
import { paint } from './terminal.ts'

export type SummaryInput = {
  samples: readonly ChannelSamples[]
  settings: DevelopmentSettings
  engineUrl: string
  settingsFile: string
  startedInMs: number
}

/** What a new user reads first: what happened, where everything is, what to try. */
export function formatSummary(input: SummaryInput): string {
  const { samples, settings } = input
  const apiKey = settings.OMNISTREAM_API_KEY
  const api = settings.OMNISTREAM_API_URL
  const row = (name: string, value: string): string => `  ${paint('dim', name.padEnd(13))} ${value}`
  const sent = samples.reduce((sum, { result }) => sum + result.sent, 0)
  const word = samples.find(({ channel }) => channel === 'whatsapp')?.result.search_words[0] ?? ''
  return [
    '',
    paint('bold', `OmniStream runs (started in ${(input.startedInMs / 1000).toFixed(1)} s)`),
    '',
    `${sent} signed sample webhooks went through the HTTP edge, each acknowledged after its bytes were durable:`,
    '',
    ...sampleTable(samples).map((line) => `  ${line}`),
    '',
    row('verify token', settings.WHATSAPP_VERIFY_TOKEN),
    row('API', `${api}/v1  (described at ${api}/openapi.json)`),
    row('engine', `${input.engineUrl}/readyz`),
    row('API key', paint('bold', apiKey)),
    row('settings', input.settingsFile),
    '',
    'Try',
    `  curl -s -H 'Authorization: Bearer ${apiKey}' '${api}/v1/messages/search?q=${word}'`,
    '  npm run omnistream -- simulate whatsapp --count 200 --rate 50',
    '  npm run omnistream -- simulate telegram --count 200',
    '  npm run omnistream -- audit search --limit 5',
    '  npm run omnistream -- replay --state done --dry-run',
    '  npm run omnistream -- doctor',
    '',
  ].join('\n')
}

/** What became of each channel's samples, and where the channel's webhooks are taken. */
function sampleTable(samples: readonly ChannelSamples[]): string[] {
  const head = ['channel', 'sent', 'acked', 'stored', 'searchable', 'found after', 'callback']
  const rows = samples.map(({ channel, url, result }) => [
    ...[channel, String(result.sent), String(result.acked), `${result.stored} of ${result.expected}`],
    ...[`${result.searchable} of ${result.sent}`, `${result.searchable_ms.max ?? 0} ms`, url],
  ])
  return formatTable(head, rows).split('\n')
}
