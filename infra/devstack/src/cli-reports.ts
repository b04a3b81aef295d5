import { readFile } from 'node:fs/promises'
import { chooseWay } from './choose-way.ts'
import { composeLogs } from './docker.ts'
import { logFileOf, serverPid } from './instance.ts'
import { type Environment, readSettings } from './settings.ts'
import { isListening } from './system/ports.ts'
import { type ServiceName, serviceNames } from './types.ts'
import { missingServices, urlsOf } from './urls.ts'

const tailLines = 40

/** The addresses, one `NAME=value` a line or as JSON. */
export function printEnv(env: Environment, json: boolean): void {
  const settings = readSettings(env)
  const urls = { ...urlsOf(settings.ports), ...settings.given }
  if (json) console.log(JSON.stringify(urls))
  else for (const [name, value] of Object.entries(urls)) console.log(`${name}=${value}`)
}

/** One line a server. @returns true when all that are needed answer */
export async function printStatus(env: Environment): Promise<boolean> {
  const { given, ports, dir } = readSettings(env)
  const needed = missingServices(given)
  let complete = true
  for (const name of serviceNames) {
    if (!needed.includes(name)) {
      console.log(`${name.padEnd(9)} named by the environment`)
      continue
    }
    const listening = await isListening(ports[name])
    const pid = await serverPid(name, dir)
    complete &&= listening
    const state = listening ? 'running' : 'stopped'
    console.log(`${name.padEnd(9)} ${state}  port ${ports[name]}${pid === undefined ? '' : `  pid ${pid}`}`)
  }
  return complete
}

/** The ends of the logs of the named servers, or of all. */
export async function printLogs(env: Environment, names: string[]): Promise<void> {
  const { dir, ports } = readSettings(env)
  if ((await chooseWay()) === 'docker') {
    await composeLogs(ports, (line) => console.log(line))
    return
  }
  const wanted = serviceNames.filter((name) => names.length === 0 || names.includes(name))
  for (const name of wanted) await printLog(dir, name)
}

async function printLog(dir: string, name: ServiceName): Promise<void> {
  const text = await readFile(logFileOf(dir, name), 'utf8').catch(() => '')
  console.log(`--- ${name} (${logFileOf(dir, name)})`)
  console.log(text.trim().split('\n').slice(-tailLines).join('\n'))
}
