import { Command, Option } from 'commander'
import type { CliContext } from '../context.ts'
import { type ReplayFlags, withReplayOptions } from '../replay/filter-options.ts'
import { act, create, createAndWatch, list, print, printReport, show, watch } from '../replay/run-actions.ts'
import {
  type ApiFlags,
  apiOf,
  type JsonFlag,
  withApi,
  withExamples,
  withJson,
} from '../settings/common-options.ts'
import { uuidOption, wholeNumberOption } from '../settings/option-values.ts'

type Shared = ApiFlags & JsonFlag

const outcomes = ['new', 'changed', 'failing', 'unchanged', 'still_failing', 'ignored', 'unrouted']
const reportMax = 1_000_000

/** `replay`: stored webhooks through the current parser. Alone it creates a run, follows it and prints its report. */
export function replayCommand(context: CliContext): Command {
  const command = withReplayOptions(new Command('replay'), context.now)
    .description(
      'run stored webhooks through the current parser again: create, follow, report; exits with 1 if the run does not end well or a message that was readable fails now',
    )
    // Options of the subcommands have the same names; each belongs to the command that it follows.
    .enablePositionalOptions()
    .action((flags: Shared & ReplayFlags) =>
      createAndWatch(context, apiOf(context, flags), flags, flags.json === true),
    )
  withExamples(
    withJson(withApi(command)),
    'omnistream replay --state failed --dry-run',
    'omnistream replay --from 7d --channel whatsapp --parser-older-than 4 --rate 200',
    'omnistream replay report 0190a1b2-… --outcome failing',
  )
  const createOnly = withReplayOptions(new Command('create'), context.now)
    .description('create a run and leave it to the engine')
    .action(async (flags: Shared & ReplayFlags) =>
      print(context, await create(apiOf(context, flags), flags), flags.json === true),
    )
  return command
    .addCommand(withExamples(withJson(withApi(createOnly)), 'omnistream replay create --state unrouted'))
    .addCommand(listCommand(context))
    .addCommand(
      onRun('show', 'one run with its progress', async (id, flags) =>
        print(context, await show(apiOf(context, flags), id), flags.json === true),
      ),
    )
    .addCommand(
      onRun('watch', 'follow a run to its end', (id, flags) =>
        watch(context, apiOf(context, flags), id, flags.json === true),
      ),
    )
    .addCommand(reportCommand(context))
    .addCommand(actionCommand(context, 'pause', 'pause a run; its progress stays'))
    .addCommand(actionCommand(context, 'resume', 'go on with a paused run'))
    .addCommand(actionCommand(context, 'cancel', 'end a run; what it has changed stays'))
}

function onRun(
  name: string,
  description: string,
  action: (id: string, flags: Shared) => Promise<void>,
): Command {
  const command = new Command(name)
    .description(description)
    .argument('<id>', 'the run', uuidOption)
    .action(action)
  return withExamples(
    withJson(withApi(command)),
    `omnistream replay ${name} 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b`,
  )
}

const actionCommand = (context: CliContext, action: string, description: string): Command =>
  onRun(action, description, async (id, flags) =>
    print(context, await act(apiOf(context, flags), id, action), flags.json === true),
  )

function listCommand(context: CliContext): Command {
  const command = new Command('list')
    .description('runs, newest first')
    .addOption(new Option('--limit <n>', 'at most').default(20).argParser(wholeNumberOption(1, 100)))
    .action((flags: Shared & { limit: number }) =>
      list(context, apiOf(context, flags), flags.limit, flags.json === true),
    )
  return withExamples(withJson(withApi(command)), 'omnistream replay list --limit 5')
}

function reportCommand(context: CliContext): Command {
  const command = new Command('report')
    .description('what a run found, message by message')
    .argument('<id>', 'the run', uuidOption)
    .addOption(new Option('--outcome <outcome>', 'only items of this outcome').choices(outcomes))
    .addOption(
      new Option('--limit <n>', 'webhooks at most (200; with --json all)').argParser(
        wholeNumberOption(1, reportMax),
      ),
    )
    .action(async (id: string, flags: Shared & { outcome?: string; limit?: number }) => {
      const api = apiOf(context, flags)
      const json = flags.json === true
      await printReport(context, api, await show(api, id), {
        json,
        limit: flags.limit ?? (json ? reportMax : 200),
        ...(flags.outcome === undefined ? {} : { outcome: flags.outcome }),
      })
    })
  return withExamples(
    withJson(withApi(command)),
    'omnistream replay report 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --outcome changed',
  )
}
