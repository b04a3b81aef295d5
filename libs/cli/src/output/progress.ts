import progress from 'cli-progress'

export type Bars = { set(name: string, value: number, total?: number): void; stop(): void }

/**
 * Progress bars on standard error, only where a person watches; otherwise nothing at all, so that logs and pipes stay
 * clean.
 */
export function createBars(isTerminal: boolean, bars: readonly { name: string; total: number }[]): Bars {
  if (!isTerminal) return { set() {}, stop() {} }
  const width = Math.max(...bars.map(({ name }) => name.length))
  const group = new progress.MultiBar(
    {
      format: '{name} {bar} {value}/{total}',
      stream: process.stderr,
      hideCursor: true,
      barsize: 30,
      clearOnComplete: false,
    },
    progress.Presets.rect,
  )
  const made = new Map(
    bars.map(({ name, total }) => [name, group.create(Math.max(total, 1), 0, { name: name.padEnd(width) })]),
  )
  return {
    set(name, value, total) {
      const bar = made.get(name)
      if (total !== undefined) bar?.setTotal(Math.max(total, 1))
      bar?.update(value)
    },
    stop: () => group.stop(),
  }
}
