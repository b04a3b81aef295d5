import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sleep } from '@omnistream/common'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startProcess } from '../support/service-process.ts'
import { startSuite } from '../support/suite.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** With the time a restart takes, twenty-five seconds of load see at least four kills on a slow machine too. */
const killEveryMs = 500

it('loses none of 2,000 webhooks while kill -9 hits the edge and the engine in turn', async () => {
  const suite = await startSuite()
  const { tenancy, ingestor, engine } = suite
  const apiPort = await freePort()
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const api = await startProcess({
    script: 'services/api/src/main.ts',
    env: { ...tenancy.env, API_PORT: String(apiPort), LOG_LEVEL: 'warn' },
    healthUrl: `${apiUrl}/readyz`,
  })
  try {
    const simulate = spawn(
      process.execPath,
      ['libs/cli/src/main.ts', 'simulate', 'whatsapp', '--count', '2000', '--rate', '80', '--json'],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '',
          ...tenancy.env,
          OMNISTREAM_API_URL: apiUrl,
          OMNISTREAM_EDGE_URL: ingestor.url,
          OMNISTREAM_WHATSAPP_NUMBER_ID: tenancy.account.externalId,
          OMNISTREAM_WHATSAPP_BUSINESS_ID: tenancy.account.businessId ?? '',
          OMNISTREAM_API_KEY: tenancy.apiKey,
          WHATSAPP_APP_SECRET: tenancy.appSecret,
        },
      },
    )
    let out = ''
    let err = ''
    simulate.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    simulate.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    const ended = once(simulate, 'exit')
    let kills = 0
    const victims = [ingestor, engine]
    while (simulate.exitCode === null) {
      await Promise.race([ended, sleep(killEveryMs)])
      if (simulate.exitCode !== null) break
      const victim = victims[kills++ % victims.length]
      await victim?.kill('SIGKILL')
      await victim?.restart()
      // Enough of it while the load is on; then the rest is left to become searchable.
      if (kills >= 8) await ended
    }
    // On its other stream it only says that the edge was away for a moment.
    expect(JSON.parse(out), err).toMatchObject({ sent: 2_000, acked: 2_000, lost: [], duplicates: 0 })
    expect(simulate.exitCode).toBe(0)
    expect(kills).toBeGreaterThanOrEqual(4)
  } finally {
    await api.kill('SIGTERM')
    await suite.stop()
  }
}, 300_000)
