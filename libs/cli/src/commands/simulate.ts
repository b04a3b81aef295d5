import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { createBars } from '../output/progress.ts'
import { formatPairs } from '../output/table.ts'
import {
  type ApiFlags,
  apiOf,
  type JsonFlag,
  withApi,
  withExamples,
  withJson,
} from '../settings/common-options.ts'
import { durationOption, positiveOption, wholeNumberOption } from '../settings/option-values.ts'
import { need, readConfig } from '../settings/read-config.ts'
import type { Latency } from '../simulate/latency.ts'
import type { SimulationResult } from '../simulate/run-simulation.ts'

type Flags = ApiFlags &
  JsonFlag & {
    count: number
    rate?: number
    concurrency: number
    url?: string
    secret?: string
    numberId?: string
    businessId?: string
    seed?: number
    retryFor: number
    wait: number
  }

const countMax = 1_000_000
const lostShown = 20

export function simulateCommand(context: CliContext): Command {
  const command = new Command('whatsapp')
    .description(
      'send signed sample webhooks to the running edge and wait until search finds each one; exits with 1 if anything is lost',
    )
    .addOption(new Option('--count <n>', 'webhooks').default(100).argParser(wholeNumberOption(1, countMax)))
    .addOption(
      new Option('--rate <n>', 'webhooks a second; as fast as they are answered where absent').argParser(
        positiveOption,
      ),
    )
    .addOption(
      new Option('--concurrency <n>', 'webhooks on their way at once')
        .default(16)
        .argParser(wholeNumberOption(1, 1_000)),
    )
    .option('--url <url>', 'the callback (default: the edge of OMNISTREAM_EDGE_URL)')
    .option('--secret <secret>', 'app secret to sign with (WHATSAPP_APP_SECRET)')
    .option('--number-id <id>', 'phone number id of a configured account (OMNISTREAM_WHATSAPP_NUMBER_ID)')
    .option('--business-id <id>', 'its WhatsApp Business Account (OMNISTREAM_WHATSAPP_BUSINESS_ID)')
    .addOption(
      new Option('--seed <n>', 'repeat the run of this seed').argParser(wholeNumberOption(0, 2 ** 32 - 1)),
    )
    .addOption(
      new Option('--retry-for <time>', 'how long a webhook is sent again while the edge is down')
        .default(120_000, '2m')
        .argParser(durationOption),
    )
    .addOption(
      new Option('--wait <time>', 'how long to wait for messages after the last one seen')
        .default(60_000, '60s')
        .argParser(durationOption),
    )
    .action((flags: Flags) => simulate(context, flags))
  withExamples(
    withJson(withApi(command)),
    'omnistream simulate whatsapp --count 200 --rate 50',
    'omnistream simulate whatsapp --count 2000 --concurrency 64 --json',
  )
  return new Command('simulate').description('send sample webhooks as a provider does').addCommand(command)
}

async function simulate(context: CliContext, flags: Flags): Promise<void> {
  const config = readConfig(context, {
    WHATSAPP_APP_SECRET: flags.secret,
    OMNISTREAM_WHATSAPP_NUMBER_ID: flags.numberId,
    OMNISTREAM_WHATSAPP_BUSINESS_ID: flags.businessId,
  })
  const [appSecret] = config.WHATSAPP_APP_SECRET
  if (appSecret === undefined) {
    throw new UsageError('there is no app secret to sign with: give --secret or set WHATSAPP_APP_SECRET')
  }
  const bars = createBars(context.isTerminal && flags.json !== true, [
    { name: 'acknowledged', total: flags.count },
    { name: 'searchable', total: flags.count },
  ])
  // Loaded when it is needed: every command pays for what is imported above.
  const { runSimulation } = await import('../simulate/run-simulation.ts')
  let result: SimulationResult
  try {
    result = await runSimulation({
      count: flags.count,
      ...(flags.rate === undefined ? {} : { rate: flags.rate }),
      concurrency: flags.concurrency,
      url: flags.url ?? `${config.OMNISTREAM_EDGE_URL.replace(/\/+$/, '')}/webhooks/whatsapp`,
      appSecret,
      account: {
        phoneNumberId: need(config, 'OMNISTREAM_WHATSAPP_NUMBER_ID', '--number-id'),
        wabaId: config.OMNISTREAM_WHATSAPP_BUSINESS_ID ?? '900100200300400',
        businessPhone: '15550100001',
      },
      api: apiOf(context, flags),
      seed: flags.seed ?? randomInt(2 ** 32 - 1),
      retryForMs: flags.retryFor,
      waitMs: flags.wait,
      signal: context.stop,
      onTrouble: (why) =>
        context.err(
          `the edge does not take a webhook (${why}): sent again for up to ${flags.retryFor / 1000} s`,
        ),
      onProgress({ acked, searchable }) {
        bars.set('acknowledged', acked)
        bars.set('searchable', searchable)
      },
    })
  } finally {
    bars.stop()
  }
  context.out(flags.json === true ? JSON.stringify(result) : formatResult(result))
  if (!result.ok) context.fail()
}

function formatResult(result: SimulationResult): string {
  const notAcked = result.sent - result.acked
  const lines = formatPairs([
    ['sent', `${result.sent} webhooks in ${(result.elapsed_ms / 1000).toFixed(1)} s (seed ${result.seed})`],
    [
      'acked',
      `${result.acked}${notAcked > 0 ? `, ${notAcked} never (${result.gave_up ?? 'stopped'})` : ''}, ${result.retries} sent again`,
    ],
    ['stored', `${result.stored} of ${result.expected} messages`],
    ['searchable', `${result.searchable} of ${result.acked} webhooks`],
    ['lost', String(result.lost.length)],
    ['duplicates', String(result.duplicates)],
    ['ack', formatLatency(result.ack_ms)],
    ['found after', formatLatency(result.searchable_ms)],
  ])
  if (result.lost.length === 0) return lines
  const more = result.lost.length > lostShown ? `\n  and ${result.lost.length - lostShown} more` : ''
  return `${lines}\n\nlost:\n${result.lost
    .slice(0, lostShown)
    .map((id) => `  ${id}`)
    .join('\n')}${more}`
}

const formatLatency = ({ p50, p99, max }: Latency): string =>
  p50 === null ? 'not measured' : `p50 ${p50} ms, p99 ${p99} ms, slowest ${max} ms`
