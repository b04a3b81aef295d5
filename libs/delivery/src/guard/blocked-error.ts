import { OmniError } from '@omnistream/common/errors'
import type { TargetProblem } from './parse-target.ts'
import type { ForbiddenReason } from './special-ranges.ts'

export type BlockedReason = ForbiddenReason | TargetProblem | 'forbidden_by_operator'

const words: Readonly<Record<ForbiddenReason | 'forbidden_by_operator', string>> = {
  unspecified: 'it stands for no host',
  loopback: 'it is a loopback address',
  private: 'it is an address of a private network',
  shared: 'it is an address of a shared network (carrier-grade NAT)',
  link_local: 'it is a link-local address',
  metadata: 'it is the metadata service of a cloud',
  multicast: 'it is a multicast address',
  documentation: 'it is an address for documentation',
  tunnel: 'it is a tunnel or translation address',
  reserved: 'it is a reserved address',
  forbidden_by_operator: 'the operator of this installation forbids it',
}

/**
 * A request that the guard does not let out. The message goes to the tenant: it says of what kind the address is, not
 * which one it is, or names inside the network could be looked up through us.
 */
export class BlockedError extends OmniError<'TARGET_BLOCKED'> {
  readonly reason: BlockedReason

  constructor(reason: BlockedReason, message: string) {
    super('TARGET_BLOCKED', message)
    this.name = 'BlockedError'
    this.reason = reason
  }
}

/** The error for an address that may not be called. */
export function addressBlocked(reason: keyof typeof words): BlockedError {
  return new BlockedError(reason, `The address may not be called: ${words[reason]}`)
}
