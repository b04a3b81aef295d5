import { errorCode, OmniError } from '@omnistream/common'
import { DevstackError } from '@omnistream/devstack'

/** One clear line for a person where the reason is known; undefined for what nobody foresaw. */
export function explainStartError(error: unknown): string | undefined {
  if (error instanceof DevstackError || error instanceof OmniError) return error.message
  switch (errorCode(error)) {
    case 'ENOSPC':
      return 'no space is left on the disk'
    case 'EACCES':
    case 'EROFS':
    case 'EPERM':
      return `a file cannot be written: ${error instanceof Error ? error.message : ''}`
    default:
      return undefined
  }
}
