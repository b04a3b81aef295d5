import { startApiProcess } from './api-process.ts'
import { type Ran, runScript } from './run-command.ts'
import type { ServiceProcess } from './service-process.ts'
import { type Suite, startSuite } from './suite.ts'

export type CliSuite = Suite & {
  api: ServiceProcess & { url: string }
  env: Record<string, string>
  /** `omnistream …` as a process of its own. */
  omnistream(...args: string[]): Promise<Ran>
  /** The same with `--json`, its answer parsed. */
  json<Answer>(...args: string[]): Promise<Answer>
  omnistreamWith(changes: Record<string, string>, input: string | Uint8Array, ...args: string[]): Promise<Ran>
}

/** Edge, engine and API over a tenancy of their own, and the command set up for them by its environment alone. */
export async function startCliSuite(): Promise<CliSuite> {
  const suite = await startSuite()
  const { tenancy, ingestor } = suite
  const api = await startApiProcess(tenancy)
  const env = {
    ...tenancy.env,
    OMNISTREAM_DEVSTACK_DIR: '/nonexistent',
    OMNISTREAM_API_URL: api.url,
    OMNISTREAM_API_KEY: tenancy.apiKey,
    OMNISTREAM_EDGE_URL: ingestor.url,
    OMNISTREAM_TENANT: tenancy.prefix.slice(0, -1),
    OMNISTREAM_WHATSAPP_NUMBER_ID: tenancy.account.externalId,
    OMNISTREAM_WHATSAPP_BUSINESS_ID: tenancy.account.businessId ?? '',
    WHATSAPP_APP_SECRET: tenancy.appSecret,
  }
  const run = (
    changes: Record<string, string>,
    input: string | Uint8Array,
    args: readonly string[],
  ): Promise<Ran> => runScript('libs/cli/src/main.ts', args, { ...env, ...changes }, input)
  return {
    ...suite,
    api,
    env,
    omnistream: (...args) => run({}, '', args),
    omnistreamWith: (changes, input, ...args) => run(changes, input, args),
    async json(...args) {
      const ran = await run({}, '', [...args, '--json'])
      if (ran.code !== 0)
        throw new Error(`omnistream ${args.join(' ')} ended with ${ran.code}: ${ran.err}${ran.out}`)
      return JSON.parse(ran.out)
    },
    async stop() {
      await api.kill('SIGTERM')
      await suite.stop()
    },
  }
}
