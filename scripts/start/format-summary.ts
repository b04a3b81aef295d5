import type { SimulationResult } from '@omnistream/cli/simulate/run-simulation'
import type { DevelopmentSettings } from './development-settings.ts'
import { paint } from './terminal.ts'

export type SummaryInput = {
  samples: SimulationResult
  settings: DevelopmentSettings
  engineUrl: string
  settingsFile: string
  startedInMs: number
}

/** What a new user reads first: what happened, where everything is, what to try. */
export function formatSummary(input: SummaryInput): string {
  const { samples, settings } = input
  const apiKey = settings.OMNISTREAM_API_KEY
  const edge = `${settings.OMNISTREAM_EDGE_URL}/webhooks/whatsapp`
  const api = settings.OMNISTREAM_API_URL
  const row = (name: string, value: string): string => `  ${paint('dim', name.padEnd(13))} ${value}`
  return [
    '',
    paint('bold', `OmniStream runs (started in ${(input.startedInMs / 1000).toFixed(1)} s)`),
    '',
    row('sent', `${samples.sent} signed sample webhooks through the HTTP edge`),
    row('acknowledged', `${samples.acked}, each after its bytes were durable (p50 ${samples.ack_ms.p50} ms)`),
    row('stored', `${samples.stored} of ${samples.expected} messages, ${samples.duplicates} duplicates`),
    row(
      'searchable',
      `${samples.searchable} of ${samples.sent} samples found by search after ${samples.searchable_ms.p50} ms (p50), ${samples.searchable_ms.max} ms (slowest)`,
    ),
    '',
    row('edge', `${edge}  (verify token ${settings.WHATSAPP_VERIFY_TOKEN})`),
    row('API', `${api}/v1  (described at ${api}/openapi.json)`),
    row('engine', `${input.engineUrl}/readyz`),
    row('API key', paint('bold', apiKey)),
    row('settings', input.settingsFile),
    '',
    'Try',
    `  curl -s -H 'Authorization: Bearer ${apiKey}' '${api}/v1/messages/search?q=${samples.search_words[0] ?? ''}'`,
    '  npm run omnistream -- simulate whatsapp --count 200 --rate 50',
    '  npm run omnistream -- audit search --limit 5',
    '  npm run omnistream -- replay --state done --dry-run',
    '  npm run omnistream -- doctor',
    '',
  ].join('\n')
}
