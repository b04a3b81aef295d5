import { Command, Option } from 'commander'
import { type Drift, driftDetail, driftPage } from '../api/ledger-shapes.ts'
import type { CliContext } from '../context.ts'
import { minute } from '../ledger/format-ledger.ts'
import { formatPairs, formatTable } from '../output/table.ts'
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
type ListFlags = Shared & { channel?: string; what?: string; limit: number }

const pageMax = 100

/** `drift`: what channels send that no parser knows. */
export function driftCommand(context: CliContext): Command {
  const command = new Command('drift')
    .description('types, fields and events that no parser knows, first seen last on top')
    // Options of the subcommand have the same names; each belongs to the command that it follows.
    .enablePositionalOptions()
    .option('--channel <channel>', 'of this channel')
    .addOption(new Option('--what <kind>', 'of this kind').choices(['type', 'field', 'event', 'malformed']))
    .addOption(new Option('--limit <n>', 'at most').default(20).argParser(wholeNumberOption(1, 10_000)))
    .action((flags: ListFlags) => list(context, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream drift',
    'omnistream drift --channel whatsapp --what type',
    'omnistream drift show 0190a1b2-c3d4-5e5f-8a9b-0c1d2e3f4a5b',
  ).addCommand(showCommand(context))
}

async function list(context: CliContext, flags: ListFlags): Promise<void> {
  const { channel, what } = flags
  const api = apiOf(context, flags)
  const found: Drift[] = []
  let before: string | undefined
  do {
    const limit = Math.min(pageMax, flags.limit - found.length)
    const { data, page } = await api.get('/v1/drift', { channel, what, limit, before }, driftPage)
    found.push(...data)
    before = found.length < flags.limit ? (page.next ?? undefined) : undefined
  } while (before !== undefined)
  if (flags.json === true) context.out(JSON.stringify(found))
  else context.out(found.length === 0 ? 'nothing unknown was seen' : formatList(found))
}

const formatList = (found: readonly Drift[]): string =>
  formatTable(
    ['id', 'channel', 'what', 'name', 'times', 'first seen (UTC)', 'last seen'],
    found.map((drift) => [
      ...[drift.id, drift.channel, drift.what, drift.name, `~${drift.count}`],
      ...[minute(drift.first_seen_at), minute(drift.last_seen_at)],
    ]),
  )

function showCommand(context: CliContext): Command {
  const command = new Command('show')
    .description('one with the first bytes that had it')
    .argument('<id>', 'the drift', uuidOption)
    .action((id: string, flags: Shared) => show(context, id, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream drift show 0190a1b2-c3d4-5e5f-8a9b-0c1d2e3f4a5b',
  )
}

async function show(context: CliContext, id: string, flags: Shared): Promise<void> {
  const drift = await apiOf(context, flags).get(`/v1/drift/${id}`, {}, driftDetail)
  if (flags.json === true) {
    context.out(JSON.stringify(drift))
    return
  }
  const facts = formatPairs([
    ['id', drift.id],
    ['channel', drift.channel],
    ['what', `${drift.what} ${drift.name}`],
    ['times', `about ${drift.count}`],
    ['first seen', `${drift.first_seen_at} by parser version ${drift.parser_version}`],
    ['last seen', drift.last_seen_at],
    ['webhook', `${drift.audit_id} at ${drift.audit_path || 'its root'}`],
  ])
  const cut = drift.fragment_truncated ? '…' : ''
  const missing = 'its bytes cannot be shown: see `omnistream audit show`'
  context.out(`${facts}\n\n${drift.fragment === null ? missing : drift.fragment + cut}`)
}
