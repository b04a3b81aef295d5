import { OmniError } from '@omnistream/common/errors'

/** 0 done; 1 the thing itself failed or something was lost; 2 the command was used wrongly or lacks a setting. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const

/** A mistake of whoever typed the command. */
export class UsageError extends OmniError<'USAGE'> {
  constructor(message: string) {
    super('USAGE', message)
    this.name = 'UsageError'
  }
}
