import { Command, Option } from 'commander'
import { type Endpoint, endpoint, endpointPage, endpointWithSecret } from '../api/webhook-shapes.ts'
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
import { durationOption, wholeNumberOption } from '../settings/option-values.ts'
import { formatEndpoint, formatEndpoints } from '../webhooks/format-webhooks.ts'
import { readPages } from '../webhooks/read-pages.ts'
import { endpointIdOption, eventTypesOption, limitOption } from '../webhooks/webhook-options.ts'

type Shared = ApiFlags & JsonFlag
type Fields = { description?: string; events?: string[]; rate?: number }

export const endpointsPath = '/v1/webhooks/endpoints'
const exampleId = 'ep_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b'

/** Where events go: the commands on endpoints. */
export const endpointCommands = (context: CliContext): Command[] => [
  listCommand(context),
  createCommand(context),
  updateCommand(context),
  disableCommand(context),
  actionCommand(context, 'enable', 'take a disabled endpoint into use again'),
  actionCommand(context, 'pause', 'hold deliveries that become due'),
  actionCommand(context, 'resume', 'release what is held, in the order it was sent'),
  rotateCommand(context),
  deleteCommand(context),
]

const print = (context: CliContext, found: Endpoint, json: boolean): void =>
  context.out(json ? JSON.stringify(found) : formatEndpoint(found))

function listCommand(context: CliContext): Command {
  const command = new Command('endpoints')
    .description('where events go, newest first')
    .addOption(limitOption())
    .action(async (flags: Shared & { limit: number }) => {
      const query = { limit: flags.limit }
      const found = await readPages(apiOf(context, flags), endpointsPath, query, endpointPage)
      context.out(flags.json === true ? JSON.stringify(found) : formatEndpoints(found))
    })
  return withExamples(withJson(withApi(command)), 'omnistream webhooks endpoints')
}

const withFields = (command: Command): Command =>
  command
    .addOption(
      new Option('--events <types>', 'only these types, separated by commas').argParser(eventTypesOption),
    )
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--rate <n>', 'requests a second at most').argParser(wholeNumberOption(1, 10_000)))

const fieldsOf = ({ description, events, rate }: Fields): Record<string, unknown> => ({
  ...(description === undefined ? {} : { description }),
  ...(events === undefined ? {} : { event_types: events }),
  ...(rate === undefined ? {} : { rate_limit: rate }),
})

/** The secret alone goes to standard output, so that it can be piped into a secret store. */
function createCommand(context: CliContext): Command {
  const command = withFields(new Command('create'))
    .description('tell a service what happens; its secret is shown this once and never again')
    .argument('<url>', 'http or https')
    .action(async (url: string, flags: Shared & Fields) => {
      const body = { url, ...fieldsOf(flags) }
      const made = await apiOf(context, flags).post(endpointsPath, body, endpointWithSecret)
      if (flags.json === true) {
        context.out(JSON.stringify(made))
        return
      }
      context.out(made.secret)
      context.err(`endpoint ${made.id}: its secret is not shown again`)
    })
  return withExamples(
    withJson(withApi(command)),
    'omnistream webhooks create https://crm.example/omnistream',
    'omnistream webhooks create https://crm.example/new --events message.created,conversation.created --rate 20',
  )
}

type UpdateFlags = Shared & Fields & { url?: string; allEvents?: true; unlimited?: true }

function updateCommand(context: CliContext): Command {
  const command = withFields(new Command('update'))
    .description('change what is named; what waits goes to the new URL')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .option('--url <url>', 'http or https')
    .addOption(new Option('--all-events', 'every type').conflicts('events'))
    .addOption(new Option('--unlimited', 'no limit of its rate').conflicts('rate'))
    .action(async (id: string, flags: UpdateFlags) => {
      const change = {
        ...fieldsOf(flags),
        ...(flags.url === undefined ? {} : { url: flags.url }),
        ...(flags.allEvents === true ? { event_types: null } : {}),
        ...(flags.unlimited === true ? { rate_limit: null } : {}),
      }
      if (Object.keys(change).length === 0) {
        throw new UsageError(
          'say what to change: --url, --events, --all-events, --description, --rate or --unlimited',
        )
      }
      const api = apiOf(context, flags)
      print(context, await api.patch(`${endpointsPath}/${id}`, change, endpoint), flags.json === true)
    })
  return withExamples(
    withJson(withApi(command)),
    `omnistream webhooks update ${exampleId} --url https://crm.example/v2`,
    `omnistream webhooks update ${exampleId} --all-events --unlimited`,
  )
}

function disableCommand(context: CliContext): Command {
  const command = new Command('disable')
    .description('take an endpoint out of use; deliveries that wait end as failed')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .option('--reason <text>', 'why, for who looks at it later', 'disabled by hand')
    .action(async (id: string, flags: Shared & { reason: string }) => {
      const path = `${endpointsPath}/${id}/disable`
      const found = await apiOf(context, flags).post(path, { reason: flags.reason }, endpoint)
      print(context, found, flags.json === true)
    })
  return withExamples(
    withJson(withApi(command)),
    `omnistream webhooks disable ${exampleId} --reason "moved to another host"`,
  )
}

function actionCommand(context: CliContext, action: string, description: string): Command {
  const command = new Command(action)
    .description(description)
    .argument('<id>', 'the endpoint', endpointIdOption)
    .action(async (id: string, flags: Shared) => {
      const found = await apiOf(context, flags).post(`${endpointsPath}/${id}/${action}`, undefined, endpoint)
      print(context, found, flags.json === true)
    })
  return withExamples(withJson(withApi(command)), `omnistream webhooks ${action} ${exampleId}`)
}

function rotateCommand(context: CliContext): Command {
  const command = new Command('rotate')
    .description('a new secret, shown this once; the old one signs beside it for a time')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .addOption(
      new Option('--overlap <time>', 'how long both sign')
        .default(86_400_000, '24h')
        .argParser(durationOption),
    )
    .action(async (id: string, flags: Shared & { overlap: number }) => {
      const body = { overlap_seconds: Math.ceil(flags.overlap / 1_000) }
      const path = `${endpointsPath}/${id}/rotate-secret`
      const made = await apiOf(context, flags).post(path, body, endpointWithSecret)
      if (flags.json === true) {
        context.out(JSON.stringify(made))
        return
      }
      context.out(made.secret)
      context.err(`the one before signs too until ${made.previous_secret_expires_at ?? 'now'}`)
    })
  return withExamples(withJson(withApi(command)), `omnistream webhooks rotate ${exampleId} --overlap 2h`)
}

function deleteCommand(context: CliContext): Command {
  const command = new Command('delete')
    .description('delete an endpoint with its deliveries and their attempts')
    .argument('<id>', 'the endpoint', endpointIdOption)
    .action(async (id: string, flags: Shared) => {
      await apiOf(context, flags).delete(`${endpointsPath}/${id}`)
      context.out(flags.json === true ? JSON.stringify({ id, deleted: true }) : `endpoint ${id} is gone`)
    })
  return withExamples(withJson(withApi(command)), `omnistream webhooks delete ${exampleId}`)
}
