import { Command, Option } from 'commander'
import { type AuditDetail, type AuditRow, auditDetail, auditPage } from '../api/shapes.ts'
import type { CliContext } from '../context.ts'
import { formatPairs, formatTable } from '../output/table.ts'
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
type SearchFlags = Shared & {
  channel?: string
  account?: string
  state?: string
  signature?: string
  from?: string
  to?: string
  limit: number
}

const pageMax = 100

/** `audit`: the webhooks as they came. */
export function auditCommand(context: CliContext): Command {
  return new Command('audit')
    .description('the webhooks as they came')
    .addCommand(searchCommand(context))
    .addCommand(showCommand(context))
}

function searchCommand(context: CliContext): Command {
  const command = new Command('search')
    .description('stored webhooks, newest first')
    .option('--channel <channel>', 'of this channel')
    .addOption(new Option('--account <uuid>', 'of this account').argParser(uuidOption))
    .addOption(
      new Option('--state <state>', 'how parsing ended').choices(['pending', 'done', 'failed', 'unrouted']),
    )
    .addOption(
      new Option('--signature <status>', 'what the signature check said').choices([
        'VALID',
        'INVALID',
        'NO_SIGNATURE',
        'NO_SECRET',
      ]),
    )
    .addOption(
      new Option('--from <time>', 'received at or after: a time, a date, or how long ago (2h, 7d)').argParser(
        instantOption(context.now),
      ),
    )
    .addOption(new Option('--to <time>', 'received before').argParser(instantOption(context.now)))
    .addOption(new Option('--limit <n>', 'at most').default(20).argParser(wholeNumberOption(1, 10_000)))
    .action((flags: SearchFlags) => search(context, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream audit search --state failed --from 24h',
    'omnistream audit search --limit 5 --json',
  )
}

async function search(context: CliContext, flags: SearchFlags): Promise<void> {
  const { channel, account, state, signature, from, to } = flags
  const api = apiOf(context, flags)
  const rows: AuditRow[] = []
  let before: string | undefined
  do {
    const limit = Math.min(pageMax, flags.limit - rows.length)
    const query = { channel, account, state, signature, from, to, limit, before }
    const { data, page } = await api.get('/v1/audit', query, auditPage)
    rows.push(...data)
    before = rows.length < flags.limit ? (page.next ?? undefined) : undefined
  } while (before !== undefined)
  if (flags.json === true) {
    context.out(JSON.stringify(rows))
    return
  }
  const lines = rows.map((row) => [
    row.id,
    row.received_at.slice(0, 19).replace('T', ' '),
    row.channel,
    row.signature_status,
    row.parse.state,
    formatCounts(row),
    row.parse.error ?? row.parse.failures[0]?.error ?? '',
  ])
  context.out(
    rows.length === 0
      ? 'no webhooks match'
      : formatTable(['id', 'received (UTC)', 'channel', 'signature', 'parse', 'updates', 'error'], lines),
  )
}

const formatCounts = (row: AuditRow): string =>
  Object.entries(row.parse.counts ?? {})
    .filter(([name, count]) => name !== 'received' && count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

type ShowFlags = Shared & { raw?: true; headers?: true }

function showCommand(context: CliContext): Command {
  const command = new Command('show')
    .description('one stored webhook')
    .argument('<id>', 'the webhook', uuidOption)
    .addOption(
      new Option('--raw', 'write the body, byte for byte, and nothing else').conflicts(['headers', 'json']),
    )
    .option('--headers', 'print the headers instead of the body')
    .action((id: string, flags: ShowFlags) => show(context, id, flags))
  return withExamples(
    withJson(withApi(command)),
    'omnistream audit show 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    'omnistream audit show 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --raw > payload.json',
  )
}

async function show(context: CliContext, id: string, flags: ShowFlags): Promise<void> {
  const api = apiOf(context, flags)
  if (flags.raw === true) {
    await context.outBytes(await api.bytes(`/v1/audit/${id}/raw`))
    return
  }
  const row = await api.get(`/v1/audit/${id}`, {}, auditDetail)
  if (flags.json === true) context.out(JSON.stringify(flags.headers === true ? row.headers : row))
  else context.out(flags.headers === true ? formatHeaders(row) : formatDetail(row))
}

const formatHeaders = (row: AuditDetail): string =>
  Object.entries(row.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function formatDetail(row: AuditDetail): string {
  const failures = row.parse.failures.map(({ path, error }) => `  ${path}: ${error}`)
  const facts = formatPairs([
    ['id', row.id],
    ['received', row.received_at],
    ['channel', row.channel],
    ['account', row.account_id ?? 'none or several'],
    ['signature', row.signature_status],
    ['published', row.published_at ?? 'not yet'],
    ['parse', `${row.parse.state}${row.parse.version === null ? '' : ` by version ${row.parse.version}`}`],
    ['updates', formatCounts(row) || 'none'],
    ['error', [row.parse.error ?? 'none', ...failures].join('\n')],
    ['body', `${row.body_bytes} bytes`],
  ])
  return `${facts}\n\n${row.body_text ?? 'the body is no UTF-8 text: see --raw'}`
}
