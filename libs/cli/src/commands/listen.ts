import { Command, InvalidArgumentError, Option } from 'commander'
import type { CliContext } from '../context.ts'
import type { ListenFlags } from '../listen/run-listen.ts'
import { withExamples, withJson } from '../settings/common-options.ts'
import { collect, textOption, wholeNumberOption } from '../settings/option-values.ts'

/** Loaded when it runs: no other command needs an HTTP server. */
const actions = () => import('../listen/run-listen.ts')

/** `listen`: a receiver of webhooks on this machine. */
export function listenCommand(context: CliContext): Command {
  const command = new Command('listen')
    .description(
      'receive webhooks on this machine, check their signatures and print a line for each; Ctrl-C ends it',
    )
    .addOption(
      new Option('--port <n>', 'where to listen; 0 takes any')
        .default(9000)
        .argParser(wholeNumberOption(0, 65_535)),
    )
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .addOption(
      new Option(
        '--secret <secret>',
        'whsec_… of the endpoint (OMNISTREAM_WEBHOOK_SECRET); may be repeated while one is rotated',
      ).argParser(collect(textOption)),
    )
    .addOption(
      new Option('--forward <url>', 'pass what is good on to this URL, and its status back').argParser(
        urlOption,
      ),
    )
    .addOption(
      new Option('--status <code>', 'answer good ones with this status')
        .conflicts('forward')
        .argParser(wholeNumberOption(200, 599)),
    )
    .option('--body', 'print the body too')
    .action(async (flags: ListenFlags) => (await actions()).runListen(context, flags))
  return withExamples(
    withJson(command),
    'omnistream listen --secret whsec_…',
    'omnistream listen --port 9100 --forward http://127.0.0.1:3000/hooks',
    'omnistream listen --status 503 --json',
  )
}

function urlOption(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new InvalidArgumentError('It must be an http or https URL.')
}
