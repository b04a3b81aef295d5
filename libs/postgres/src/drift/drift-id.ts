import { uuidv5 } from '@omnistream/common'

const namespace = 'c6b1a7a0-4f0d-5c39-9a51-2f6f4f7c1e04'

export type DriftName = { tenantId: string; channel: string; what: string; name: string }

/** The id follows from what was seen, so that any worker gives the same drift the same id. */
export const driftIdOf = ({ tenantId, channel, what, name }: DriftName): string =>
  uuidv5(namespace, JSON.stringify([tenantId, channel, what, name]))
