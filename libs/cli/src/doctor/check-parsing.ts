import { type AuditScan, countByState, countMax } from './audit-scan.ts'
import { amount, type Finding, note, ok, problem } from './finding.ts'

/** Seed 003: "raw payload but no message: a parser bug". These are the payloads whose parsing told us so itself. */
export async function checkParsing(scan: AuditScan): Promise<Finding[]> {
  const failed = await countByState(scan, 'failed')
  const unrouted = await countByState(scan, 'unrouted')
  return [
    failed === 0
      ? ok('failed payloads', 'every stored webhook could be parsed')
      : problem(
          'failed payloads',
          `${amount(failed, 'webhook', countMax)} could not be parsed, in whole or in part; the bytes are kept`,
          'omnistream audit search --state failed shows why; with a mended parser: omnistream replay --state failed --dry-run, then without --dry-run',
        ),
    unrouted === 0
      ? ok('unrouted payloads', 'every stored webhook found its account')
      : note(
          'unrouted payloads',
          `${amount(unrouted, 'webhook', countMax)} came for an account that nobody has configured, or that is paused`,
          'omnistream accounts add (or activate), then omnistream replay --state unrouted; the provider’s own test messages may stay',
        ),
  ]
}
