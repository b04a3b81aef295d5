import { freePort } from './free-port.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import type { Tenancy } from './tenancy.ts'

/** The API as a process of its own, over a tenancy. */
export async function startApiProcess(tenancy: Tenancy): Promise<ServiceProcess & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const api = await startProcess({
    script: 'services/api/src/main.ts',
    env: { ...tenancy.env, LOG_LEVEL: 'warn', API_PORT: String(port) },
    healthUrl: `${url}/readyz`,
  })
  return { ...api, url }
}
