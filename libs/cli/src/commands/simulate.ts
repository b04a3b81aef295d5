import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
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
import { readConfig } from '../settings/read-config.ts'
import { requireChannel } from '../settings/require-channel.ts'
import type { Latency } from '../simulate/latency.ts'
import type { SimulationResult } from '../simulate/run-simulation.ts'
import type { TargetFlags } from '../simulate/simulation-target.ts'

type Flags = ApiFlags &
  JsonFlag &
  TargetFlags & {
    count: number
    rate?: number
    concurrency: number
    seed?: number
    retryFor: number
    wait: number
  }

const countMax = 1_000_000
const lostShown = 20

/** `simulate`: traffic of any channel, as its provider would send it. */
export function simulateCommand(context: CliContext): Command {
  const command = new Command('simulate')
    .description(
      'send signed sample webhooks of a channel to the running edge, as its provider does, and wait until search finds each one; exits with 1 if anything is lost',
    )
    .argument('<channel>', 'whose webhooks, such as whatsapp')
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
    .option('--secret <secret>', 'secret to sign with (OMNISTREAM_SAMPLE_SECRET; WHATSAPP_APP_SECRET)')
    .option(
      '--account <id>',
      "the provider's id of a configured account (default: the one that npm start configures)",
    )
    .option('--number-id <id>', 'the same for WhatsApp: the phone number id (OMNISTREAM_WHATSAPP_NUMBER_ID)')
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
    .action((channel: string, flags: Flags) => simulate(context, channel, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream simulate whatsapp --count 200 --rate 50',
    'omnistream simulate telegram --count 2000 --concurrency 64 --json',
    'omnistream simulate line --account U00000000000000000000000000000001 --secret "$LINE_CHANNEL_SECRET"',
  )
}

async function simulate(context: CliContext, channelId: string, flags: Flags): Promise<void> {
  const channel = await requireChannel(channelId)
  // Loaded when they are needed: every command pays for what is imported above.
  const { simulationTarget } = await import('../simulate/simulation-target.ts')
  const { runSimulation } = await import('../simulate/run-simulation.ts')
  const target = simulationTarget(channel, readConfig(context), flags)
  const bars = createBars(context.isTerminal && flags.json !== true, [
    { name: 'acknowledged', total: flags.count },
    { name: 'searchable', total: flags.count },
  ])
  let result: SimulationResult
  try {
    result = await runSimulation({
      count: flags.count,
      ...(flags.rate === undefined ? {} : { rate: flags.rate }),
      concurrency: flags.concurrency,
      ...target,
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
