import { channels } from '@omnistream/channels'
import { benchRequests } from './payloads.ts'

const roundsMs = 3_000

/** Parse-only rate on one core, reading included: updates for each second of this process's CPU time. */
export function benchParse(): string {
  const { whatsapp } = channels
  const callback = { headers: {} }
  const bodies = benchRequests(2_000, 'bench', 7).map(({ body }) => Buffer.from(body))
  const pass = (): number => {
    let updates = 0
    for (const body of bodies) {
      const payload = whatsapp.read(body, callback)
      if (payload.ok) updates += whatsapp.parse(payload.value, callback).length
    }
    return updates
  }
  pass()
  let updates = 0
  const begin = performance.now()
  const cpu = process.cpuUsage()
  while (performance.now() - begin < roundsMs) updates += pass()
  const { user, system } = process.cpuUsage(cpu)
  const rate = Math.round(updates / ((user + system) / 1_000_000))
  return `parse only: ${rate.toLocaleString('en')} updates a second on one core`
}
