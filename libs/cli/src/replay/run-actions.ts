import type { ApiClient } from '../api/api-client.ts'
import { type Replay, replay, replayPage } from '../api/shapes.ts'
import type { CliContext } from '../context.ts'
import { formatTable } from '../output/table.ts'
import { type ReplayFlags, replayBody } from './filter-options.ts'
import { formatReport, formatRun, reportRows } from './report.ts'
import { watchRun } from './watch-run.ts'

const rowsShown = 200
const rowsAll = 1_000_000

/** 1 unless the run came to its end and no message that could be read before fails now. */
const isGood = (run: Replay): boolean => run.status === 'done' && (run.counts.failing ?? 0) === 0

export const create = (api: ApiClient, flags: ReplayFlags): Promise<Replay> =>
  api.post('/v1/replays', replayBody(flags), replay)

export const show = (api: ApiClient, id: string): Promise<Replay> => api.get(`/v1/replays/${id}`, {}, replay)

export const act = (api: ApiClient, id: string, action: string): Promise<Replay> =>
  api.post(`/v1/replays/${id}/${action}`, undefined, replay)

export function print(context: CliContext, run: Replay, json: boolean): void {
  context.out(json ? JSON.stringify(run) : formatRun(run))
}

/** Creates the run, follows it, prints what it came to. */
export async function createAndWatch(
  context: CliContext,
  api: ApiClient,
  flags: ReplayFlags,
  json: boolean,
): Promise<void> {
  const run = await watchRun(context, api, await create(api, flags), json)
  await printReport(context, api, run, { json, limit: json ? rowsAll : rowsShown })
  if (!isGood(run)) context.fail()
}

export async function watch(context: CliContext, api: ApiClient, id: string, json: boolean): Promise<void> {
  const run = await watchRun(context, api, await show(api, id), json)
  print(context, run, json)
  if (!isGood(run)) context.fail()
}

export async function printReport(
  context: CliContext,
  api: ApiClient,
  run: Replay,
  options: { json: boolean; limit: number; outcome?: string },
): Promise<void> {
  const rows = await Array.fromAsync(reportRows(api, run.id, options))
  if (options.json) {
    context.out(JSON.stringify({ replay: run, report: rows }))
    return
  }
  context.out(formatReport(rows))
  context.out('')
  context.out(formatRun(run))
  if (rows.length === options.limit) {
    context.err(
      `the first ${options.limit} webhooks of the report; omnistream replay report ${run.id} --json has all`,
    )
  }
}

export async function list(context: CliContext, api: ApiClient, limit: number, json: boolean): Promise<void> {
  const { data } = await api.get('/v1/replays', { limit }, replayPage)
  if (json) {
    context.out(JSON.stringify(data))
    return
  }
  const rows = data.map((run) => [
    run.id,
    run.created_at.slice(0, 19).replace('T', ' '),
    run.status,
    run.dry_run ? 'dry run' : '',
    `${run.progress.processed}/${run.progress.total ?? '?'}`,
    JSON.stringify(run.filter),
  ])
  context.out(
    data.length === 0
      ? 'no replays yet'
      : formatTable(['id', 'created', 'status', '', 'webhooks', 'filter'], rows),
  )
}
