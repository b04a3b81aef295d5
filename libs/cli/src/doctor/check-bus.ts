import { type BusConnection, streamNames } from '@omnistream/bus'
import { streamConfigs } from '@omnistream/bus/streams'
import { errorCode } from '@omnistream/common'
import { type Finding, ok, problem } from './finding.ts'

/** Behind by more than this, and people notice. */
const lagMax = 1_000

/** The streams and their settings, and how far the engine is behind. */
export async function checkBus(bus: BusConnection, prefix: string): Promise<Finding[]> {
  const manager = await bus.manager()
  const findings: Finding[] = []
  for (const wanted of streamConfigs(prefix)) {
    const name = String(wanted.name)
    const check = `stream ${name}`
    const found = await orMissing(() => manager.streams.info(name))
    if (found === undefined) {
      findings.push(
        problem(check, 'does not exist', 'start webhook-ingestor or chat-engine: each creates it'),
      )
      continue
    }
    const has: Record<string, unknown> = { ...found.config }
    const differences = Object.entries(wanted)
      .filter(([field, value]) => JSON.stringify(has[field]) !== JSON.stringify(value))
      .map(([field, value]) => `${field} is ${JSON.stringify(has[field])}, wanted ${JSON.stringify(value)}`)
    findings.push(
      differences.length === 0
        ? ok(check, `${found.state.messages} messages, settings as wanted`)
        : problem(
            check,
            differences.join('; '),
            'restart a service: it changes what NATS allows to be changed, and says what not',
          ),
    )
  }
  const { webhooks } = streamNames(prefix)
  const consumers = (await orMissing(() => manager.consumers.list(webhooks).next())) ?? []
  if (consumers.length === 0) {
    findings.push(problem('consumers', 'nobody reads the stored webhooks', 'start chat-engine'))
  }
  for (const { name, num_pending: waiting, num_ack_pending: inHand, num_waiting: pulls } of consumers) {
    const check = `consumer ${name}`
    const what = `${waiting} waiting, ${inHand} in hand`
    if (pulls === 0 && waiting + inHand > 0) {
      findings.push(problem(check, `${what}, and no engine is asking for more`, 'start chat-engine'))
    } else if (waiting > lagMax) {
      findings.push(
        problem(
          check,
          what,
          'start more chat-engine processes, or see what slows them (its log and /metrics)',
        ),
      )
    } else findings.push(ok(check, what))
  }
  return findings
}

/** Undefined where the server says that there is no such stream. */
async function orMissing<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (errorCode(error) === '404') return undefined
    throw error
  }
}
