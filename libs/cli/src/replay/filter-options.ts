import { type Command, Option } from 'commander'
import { UsageError } from '../cli-error.ts'
import {
  collect,
  instantOption,
  positiveOption,
  uuidOption,
  wholeNumberOption,
} from '../settings/option-values.ts'

export type ReplayFlags = {
  from?: string
  to?: string
  channel?: string
  account?: string
  state?: string
  parserOlderThan?: number
  auditId?: string[]
  dryRun?: true
  sideEffects?: true
  rate?: number
}

/** What to replay and how: the options of `replay` and `replay create`. */
export const withReplayOptions = (command: Command, now: () => Date): Command =>
  command
    .addOption(
      new Option('--from <time>', 'received at or after: a time, a date, or how long ago (2h, 7d)').argParser(
        instantOption(now),
      ),
    )
    .addOption(new Option('--to <time>', 'received before').argParser(instantOption(now)))
    .option('--channel <channel>', 'of this channel')
    .addOption(new Option('--account <uuid>', 'of this account').argParser(uuidOption))
    .addOption(
      new Option('--state <state>', 'how parsing ended').choices(['pending', 'done', 'failed', 'unrouted']),
    )
    .addOption(
      new Option('--parser-older-than <version>', 'last parsed by an older parser').argParser(
        wholeNumberOption(1, 2 ** 31 - 1),
      ),
    )
    .addOption(
      new Option('--audit-id <uuid>', 'this webhook (may be repeated)').argParser(collect(uuidOption)),
    )
    .option('--dry-run', 'report what would change, and change nothing')
    .addOption(new Option('--side-effects', 'also send events and outbound webhooks').conflicts('dryRun'))
    .addOption(new Option('--rate <n>', 'webhooks a second at most').argParser(positiveOption))

/** The body of `POST /v1/replays`. @throws {UsageError} where nothing says what to replay. */
export function replayBody(flags: ReplayFlags): Record<string, unknown> {
  const filter = {
    ...(flags.from === undefined ? {} : { from: flags.from }),
    ...(flags.to === undefined ? {} : { to: flags.to }),
    ...(flags.channel === undefined ? {} : { channel: flags.channel }),
    ...(flags.account === undefined ? {} : { account: flags.account }),
    ...(flags.state === undefined ? {} : { state: flags.state }),
    ...(flags.parserOlderThan === undefined ? {} : { parser_version_lt: flags.parserOlderThan }),
    ...(flags.auditId === undefined ? {} : { audit_ids: flags.auditId }),
  }
  if (Object.keys(filter).length === 0) {
    throw new UsageError(
      'say what to replay: give at least one of --from, --to, --channel, --account, --state, --parser-older-than, --audit-id',
    )
  }
  return {
    filter,
    dry_run: flags.dryRun === true,
    side_effects: flags.sideEffects === true,
    ...(flags.rate === undefined ? {} : { rate_per_second: flags.rate }),
  }
}
