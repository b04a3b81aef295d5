import { freePort } from './free-port.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import type { Tenancy } from './tenancy.ts'

/** The hook-sender as a process of its own, over a tenancy; it may call receivers on this machine. */
export async function startSenderProcess(
  tenancy: Tenancy,
  env: Record<string, string> = {},
): Promise<ServiceProcess & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sender = await startProcess({
    script: 'services/hook-sender/src/main.ts',
    env: {
      ...{ ...tenancy.env, LOG_LEVEL: 'info', HOOK_SENDER_PORT: String(port) },
      ...{ WEBHOOK_ALLOWED_TARGETS: '127.0.0.1', WEBHOOK_TIMEOUT: '2s', ...env },
    },
    healthUrl: `${url}/readyz`,
  })
  return { ...sender, url }
}
