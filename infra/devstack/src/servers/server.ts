import type { ServiceName } from '../types.ts'

/** How one server process is run; made anew for every start. */
export type Server = {
  name: ServiceName
  /** For people: `PostgreSQL`. */
  title: string
  port: number
  command: string
  argv: string[]
  env?: Record<string, string>
  /** Asks it to finish what it does and end. */
  stopSignal: NodeJS.Signals
  /** True when it answers. */
  isReady: () => Promise<boolean>
  /** Makes folders and files before the start. */
  prepare: () => Promise<void>
  /** Makes what must exist inside once it answers; safe to repeat. */
  afterStart?: () => Promise<void>
}

/** Where and how the servers of one instance run. */
export type InstanceOptions = {
  rootfs: string
  /** Holds `data/`, `logs/` and `run/`. */
  dir: string
  ports: Record<ServiceName, number>
  /** The servers end with the process that started them (private instances of tests). */
  endWithParent: boolean
}
