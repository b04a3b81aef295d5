import { resolve } from 'node:path'
import { DevstackError } from './devstack-error.ts'
import { portVariables } from './settings.ts'
import { run } from './system/run.ts'
import type { Log, Ports, ServiceName } from './types.ts'

const composeFile = resolve(import.meta.dirname, '../../compose.yaml')

/** Starts the compose file's servers and waits until they are healthy. */
export async function composeUp(ports: Ports, services: ServiceName[], log: Log): Promise<void> {
  await compose(ports, ['up', '--detach', '--wait', ...services], log)
}

/** @param options.removeData drops the volumes too */
export async function composeDown(ports: Ports, options: { removeData: boolean }, log: Log): Promise<void> {
  await compose(ports, ['down', ...(options.removeData ? ['--volumes'] : [])], log)
}

export async function composeLogs(ports: Ports, log: Log): Promise<void> {
  await compose(ports, ['logs', '--tail', '100'], log)
}

async function compose(ports: Ports, argv: string[], log: Log): Promise<void> {
  const env = { ...process.env, ...portEnvironment(ports) }
  const { code, output } = await run('docker', ['compose', '--file', composeFile, ...argv], {
    env,
    onLine: log,
  })
  if (code === 0) return
  const reason = output.trim().split('\n').at(-1)
  throw new DevstackError('START_FAILED', `docker compose ${argv[0]} failed: ${reason}`)
}

function portEnvironment(ports: Ports): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(ports) as ServiceName[]).map((service) => [portVariables[service], String(ports[service])]),
  )
}
