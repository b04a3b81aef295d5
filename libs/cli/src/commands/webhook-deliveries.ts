import { Command, Option } from 'commander'
import { delivery, deliveryPage, sentMessagePage } from '../api/webhook-shapes.ts'
import { UsageError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import {
  type ApiFlags,
  apiOf,
  type JsonFlag,
  withApi,
  withExamples,
  withJson,
} from '../settings/common-options.ts'
import { durationOption } from '../settings/option-values.ts'
import { formatDeliveries, formatMessages } from '../webhooks/format-webhooks.ts'
import { readPages, takeSteps } from '../webhooks/read-pages.ts'
import { showWebhook } from '../webhooks/show-webhook.ts'
import { tryEndpoint } from '../webhooks/try-endpoint.ts'
import {
  anyIdOption,
  deliveryIdOption,
  endpointIdOption,
  eventTypesOption,
  fromOption,
  limitOption,
  messageIdOption,
  toOption,
} from '../webhooks/webhook-options.ts'
import { endpointsPath } from './webhook-endpoints.ts'

type Shared = ApiFlags & JsonFlag
type Range = { from?: string; to?: string }

const exampleId = 'ep_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b'
const deliveriesPath = '/v1/webhooks/deliveries'

/** What was sent and how it went: the commands on messages and deliveries. */
export const deliveryCommands = (context: CliContext): Command[] => [
  messagesCommand(context),
  deliveriesCommand(context),
  showCommand(context),
  replayCommand(context),
  missedCommand(context),
  testCommand(context),
]

function messagesCommand(context: CliContext): Command {
  const command = new Command('messages')
    .description('what was sent, once for all endpoints, newest first')
    .addOption(fromOption(context.now))
    .addOption(toOption(context.now))
    .addOption(limitOption())
    .action(async (flags: Shared & Range & { limit: number }) => {
      const { from, to, limit } = flags
      const api = apiOf(context, flags)
      const found = await readPages(api, '/v1/webhooks/messages', { from, to, limit }, sentMessagePage)
      context.out(flags.json === true ? JSON.stringify(found) : formatMessages(found))
    })
  return withExamples(withJson(withApi(command)), 'omnistream webhooks messages --from 1h')
}

type ListFlags = Shared & Range & { endpoint?: string; message?: string; status?: string; limit: number }

function deliveriesCommand(context: CliContext): Command {
  const command = new Command('deliveries')
    .description('each message on its way to each endpoint, newest first')
    .addOption(new Option('--endpoint <id>', 'to this endpoint').argParser(endpointIdOption))
    .addOption(new Option('--message <id>', 'of this message').argParser(messageIdOption))
    .addOption(
      new Option('--status <status>', 'how it stands').choices([
        'pending',
        'delivering',
        'succeeded',
        'failed',
      ]),
    )
    .addOption(fromOption(context.now))
    .addOption(toOption(context.now))
    .addOption(limitOption())
    .action(async (flags: ListFlags) => {
      const { endpoint, message, status, from, to, limit } = flags
      const query = { endpoint, message, status, from, to, limit }
      const found = await readPages(apiOf(context, flags), deliveriesPath, query, deliveryPage)
      context.out(flags.json === true ? JSON.stringify(found) : formatDeliveries(found))
    })
  return withExamples(
    withJson(withApi(command)),
    'omnistream webhooks deliveries --status failed --from 24h',
    `omnistream webhooks deliveries --endpoint ${exampleId} --json`,
  )
}

function showCommand(context: CliContext): Command {
  const command = new Command('show')
    .description('one endpoint, message or delivery; a delivery with its attempts')
    .argument('<id>', 'ep_…, msg_… or dlv_…', anyIdOption)
    .action((id: string, flags: Shared) =>
      showWebhook(context, apiOf(context, flags), id, flags.json === true),
    )
  return withExamples(
    withJson(withApi(command)),
    'omnistream webhooks show dlv_5b0c1d2e3f4a4b5c8d9e0f1a2b3c4d5e',
  )
}

type ReplayFlags = Shared & Range & { endpoint?: string; status?: string; events?: string[]; dryRun?: true }

function replayCommand(context: CliContext): Command {
  const command = new Command('replay')
    .description('deliver again: one by its id, or all that a filter finds, oldest first')
    .argument('[id]', 'the delivery', deliveryIdOption)
    .addOption(new Option('--endpoint <id>', 'to this endpoint').argParser(endpointIdOption))
    .addOption(new Option('--status <status>', 'that ended so (failed)').choices(['failed', 'succeeded']))
    .addOption(
      new Option('--events <types>', 'of these types, separated by commas').argParser(eventTypesOption),
    )
    .addOption(fromOption(context.now))
    .addOption(toOption(context.now))
    .option('--dry-run', 'count them, and change nothing')
    .action((id: string | undefined, flags: ReplayFlags) =>
      id === undefined ? replayMany(context, flags) : replayOne(context, id, flags),
    )
  return withExamples(
    withJson(withApi(command)),
    'omnistream webhooks replay dlv_5b0c1d2e3f4a4b5c8d9e0f1a2b3c4d5e',
    `omnistream webhooks replay --endpoint ${exampleId} --from 2d --dry-run`,
  )
}

const filterOf = ({ endpoint, status, events, from, to }: ReplayFlags): Record<string, unknown> => ({
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(status === undefined ? {} : { status }),
  ...(events === undefined ? {} : { event_types: events }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

async function replayOne(context: CliContext, id: string, flags: ReplayFlags): Promise<void> {
  if (Object.keys(filterOf(flags)).length > 0 || flags.dryRun === true) {
    throw new UsageError('give the id of a delivery or a filter, not both')
  }
  const made = await apiOf(context, flags).post(`${deliveriesPath}/${id}/replay`, undefined, delivery)
  context.out(flags.json === true ? JSON.stringify(made) : `delivery ${id} is on its way again`)
}

async function replayMany(context: CliContext, flags: ReplayFlags): Promise<void> {
  if (flags.endpoint === undefined && flags.from === undefined) {
    throw new UsageError('say what to replay: the id of a delivery, --endpoint or --from')
  }
  const dryRun = flags.dryRun === true
  const body = { ...filterOf(flags), ...(dryRun ? { dry_run: true } : {}) }
  const path = `${deliveriesPath}/replay`
  const taken = await takeSteps(context, apiOf(context, flags), path, body)
  tellSteps(
    context,
    taken,
    flags.json === true,
    dryRun ? 'would be on their way again' : 'are on their way again',
  )
}

function missedCommand(context: CliContext): Command {
  const command = new Command('missed')
    .description('deliver what was sent while an endpoint was disabled or not there yet, oldest first')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .addOption(fromOption(context.now).makeOptionMandatory())
    .addOption(toOption(context.now))
    .action(async (id: string, flags: Shared & Range) => {
      const body = { from: flags.from, ...(flags.to === undefined ? {} : { to: flags.to }) }
      const path = `${endpointsPath}/${id}/send-missed`
      const taken = await takeSteps(context, apiOf(context, flags), path, body)
      tellSteps(context, taken, flags.json === true, 'are on their way')
    })
  return withExamples(withJson(withApi(command)), `omnistream webhooks missed ${exampleId} --from 2d`)
}

function tellSteps(
  context: CliContext,
  taken: { count: number; complete: boolean },
  json: boolean,
  what: string,
): void {
  context.out(json ? JSON.stringify(taken) : `${taken.count} deliveries ${what}`)
  if (taken.complete) return
  context.err('stopped before the end: the same command goes on with the rest')
  context.fail()
}

function testCommand(context: CliContext): Command {
  const command = new Command('test')
    .description('send an endpoint a test event; 1 unless its first attempt succeeds')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .addOption(
      new Option('--wait <time>', 'how long to wait for the attempt')
        .default(15_000, '15s')
        .argParser(durationOption),
    )
    .action((id: string, flags: Shared & { wait: number }) =>
      tryEndpoint(context, apiOf(context, flags), id, { waitMs: flags.wait, json: flags.json === true }),
    )
  return withExamples(withJson(withApi(command)), `omnistream webhooks test ${exampleId}`)
}
