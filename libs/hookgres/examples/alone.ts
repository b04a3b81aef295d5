import { createHookgres } from '@omnistream/hookgres'
import pg from 'pg'

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
export const hookgres = createHookgres({
  pool,
  onEvent: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
})

/** At the start of every process: many may do it at once. */
export async function start() {
  await hookgres.migrate()
  const worker = hookgres.createWorker()
  return { running: worker.run(), stop: () => worker.close() }
}

/** The tenant gets its secret once, and again from `hookgres.endpoints.getSecret`. */
export async function subscribe(tenantId: string, url: string) {
  return await hookgres.endpoints.create({ tenantId, url, eventTypes: ['invoice.paid'] })
}

/** The webhook goes out if and when the invoice is stored. */
export async function payInvoice(tenantId: string, invoice: string) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('update invoices set paid = true where id = $1', [invoice])
    const payload = { invoice }
    await hookgres.send(
      { tenantId, eventType: 'invoice.paid', payload, idempotencyKey: `paid:${invoice}` },
      { client },
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
