import { silentLogger } from '@omnistream/common'
import { createPool } from '@omnistream/postgres/pool'
import { createHookgres } from '../create-hookgres.ts'

/** A worker as a process of its own, to be stopped and revived. Arguments: database URL, schema, lease in ms. */
const [url = '', schema = '', leaseMs = ''] = process.argv.slice(2)

const pool = createPool(url, { applicationName: 'omnistream-test', logger: silentLogger(), max: 2 })
const hookgres = createHookgres({ pool, schema, guard: { allow: ['127.0.0.0/8'] } })
const worker = hookgres.createWorker({
  ...{ leaseMs: Number(leaseMs), pollMs: 20, timeouts: { totalMs: Number(leaseMs) - 500 } },
})
await worker.run()
