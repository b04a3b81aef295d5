/**
 * What one check found. `note` is worth knowing and no fault; `skipped` could not be looked at, for a reason that
 * another finding or `what` tells.
 */
export type Finding = {
  check: string
  state: 'ok' | 'note' | 'problem' | 'skipped'
  what: string
  fix?: string
}

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what })

export const problem = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'problem',
  what,
  fix,
})

export const note = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'note',
  what,
  fix,
})

/** `3 webhooks`, `1 webhook`, and `1000+ webhooks` where counting stopped there. */
export function amount(count: number, noun: string, countMax = Number.POSITIVE_INFINITY): string {
  return `${count}${count >= countMax ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`
}
