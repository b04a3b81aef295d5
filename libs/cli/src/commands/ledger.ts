import { Command, Option } from 'commander'
import { type LedgerAlarm, type LedgerRow, ledgerAlarmPage, ledgerPage } from '../api/ledger-shapes.ts'
import type { CliContext } from '../context.ts'
import { formatAlarms, formatLedger } from '../ledger/format-ledger.ts'
import {
  type ApiFlags,
  apiOf,
  type JsonFlag,
  withApi,
  withExamples,
  withJson,
} from '../settings/common-options.ts'
import { instantOption, uuidOption, wholeNumberOption } from '../settings/option-values.ts'

type Shared = ApiFlags & JsonFlag
type LedgerFlags = Shared & {
  bucket: string
  from?: string
  to?: string
  channel?: string
  account?: string
  limit: number
}

const rowsMax = 1_000
const alarmsMax = 100

/** `ledger`: what became of everything that was received. */
export function ledgerCommand(context: CliContext): Command {
  const ago = instantOption(context.now)
  const command = new Command('ledger')
    .description('what became of everything that was received; exits with 1 where it does not add up')
    // Options of the subcommand have the same names; each belongs to the command that it follows.
    .enablePositionalOptions()
    .addOption(new Option('--bucket <size>', 'a row for each').choices(['hour', 'day']).default('hour'))
    .addOption(
      new Option('--from <time>', 'from: a time, a date, or how long ago (a day; 30 by day)').argParser(ago),
    )
    .addOption(new Option('--to <time>', 'up to').argParser(ago))
    .option('--channel <channel>', 'of this channel')
    .addOption(new Option('--account <uuid>', 'of this account').argParser(uuidOption))
    .addOption(
      new Option('--limit <n>', 'rows at most').default(200).argParser(wholeNumberOption(1, 100_000)),
    )
    .action((flags: LedgerFlags) => show(context, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream ledger',
    'omnistream ledger --bucket day --from 30d --channel whatsapp',
    'omnistream ledger alarms --open',
  ).addCommand(alarmsCommand(context))
}

async function show(context: CliContext, flags: LedgerFlags): Promise<void> {
  const { bucket, channel, account } = flags
  const api = apiOf(context, flags)
  const ask = (from: string | undefined, to: string | undefined, before: string | undefined, limit: number) =>
    api.get('/v1/ledger', { bucket, from, to, channel, account, before, limit }, ledgerPage)
  const first = await ask(flags.from, flags.to, undefined, Math.min(rowsMax, flags.limit))
  const rows: LedgerRow[] = [...first.data]
  // The range of the first page is that of all: what comes in meanwhile does not shift it.
  for (let { next } = first.page; next !== null && rows.length < flags.limit; ) {
    const page = await ask(first.from, first.to, next, Math.min(rowsMax, flags.limit - rows.length))
    rows.push(...page.data)
    next = page.page.next
  }
  context.out(
    flags.json === true
      ? JSON.stringify({ ...first, data: rows, page: undefined })
      : formatLedger(first, rows),
  )
  if (!first.totals.balanced) context.fail()
}

type AlarmFlags = Shared & { open?: true; limit: number }

function alarmsCommand(context: CliContext): Command {
  const command = new Command('alarms')
    .description('hours that did not add up, newest first')
    .option('--open', 'only those that still do not')
    .addOption(new Option('--limit <n>', 'at most').default(20).argParser(wholeNumberOption(1, 10_000)))
    .action((flags: AlarmFlags) => alarms(context, flags))
  return withExamples(withJson(withApi(command)), 'omnistream ledger alarms --open')
}

async function alarms(context: CliContext, flags: AlarmFlags): Promise<void> {
  const api = apiOf(context, flags)
  const found: LedgerAlarm[] = []
  let before: string | undefined
  do {
    const limit = Math.min(alarmsMax, flags.limit - found.length)
    const query = { open: flags.open === true ? 'true' : undefined, limit, before }
    const { data, page } = await api.get('/v1/ledger/alarms', query, ledgerAlarmPage)
    found.push(...data)
    before = found.length < flags.limit ? (page.next ?? undefined) : undefined
  } while (before !== undefined)
  context.out(flags.json === true ? JSON.stringify(found) : formatAlarms(found))
}
