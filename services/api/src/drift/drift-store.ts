import type { DriftJson } from './drift-schema.ts'

/** What a tenant's channels began to send that no parser knows. */
export type DriftStore = {
  /** First seen last on top, older than a place. */
  list(
    tenantId: string,
    question: {
      channel: string | undefined
      what: DriftJson['what'] | undefined
      before: { firstSeenAt: Date; id: string } | undefined
      limit: number
    },
  ): Promise<DriftJson[]>
  get(tenantId: string, id: string): Promise<DriftJson | undefined>
}
