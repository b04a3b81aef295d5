import type { ContactDetailJson, ContactJson, ContactMergeJson } from './contact-schema.ts'

export type ContactQuestion = {
  identity?: string | undefined
  name?: string | undefined
  cursor?: string | undefined
  limit: number
}

export type ContactList =
  | { ok: true; data: ContactJson[]; next: string | null }
  | { ok: false; reason: 'bad_cursor' }

export type MergeRequest = {
  from: string
  into: string
  reason?: string | undefined
  createdBy: string
  now: Date
}

export type MergeOutcome =
  | { ok: true; merge: ContactMergeJson }
  | { ok: false; reason: 'from_not_found' | 'into_not_found' | 'same' | 'other_account' }
  | { ok: false; reason: 'merged_elsewhere'; mergedInto: string }

/** What the API reads and changes of contacts; every call is bound to the tenant. */
export type ContactStore = {
  /** By name where one is asked for, else the newest first; without merged ones. */
  list(tenantId: string, question: ContactQuestion): Promise<ContactList>
  /** Merged ones too, with `merged_into` as the contact that is left at the end of the chain. */
  get(tenantId: string, id: string): Promise<ContactDetailJson | undefined>
  merge(tenantId: string, request: MergeRequest): Promise<MergeOutcome>
  undo(
    tenantId: string,
    id: string,
    change: { undoneBy: string; now: Date },
  ): Promise<ContactMergeJson | undefined>
}
