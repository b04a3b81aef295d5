/** One name a person goes by, as the channel says it; `kind` is open, the suite's own are in channels/core/update.ts. */
export type IdentityInput = { kind: string; value: string }

/** A person as one message shows them. The account decides the scope: the same value elsewhere is somebody else. */
export type ContactInput = {
  tenantId: string
  accountId: string
  channel: string
  /** Strongest first. None at all gives no contact. */
  identities: readonly IdentityInput[]
  name?: string
  seenAt: Date
}

/** Kinds that change hands, or that several people share: stored, but never a reason to merge two contacts. */
const weakKinds: ReadonlySet<string> = new Set(['username', 'parent_bsuid'])

/** What a parser says where the payload names nobody: no person to join others with. */
export const isStandIn = ({ kind, value }: IdentityInput): boolean =>
  kind === 'user_id' && value === 'unknown'

const strongestKinds = ['wa_id', 'phone', 'bsuid']

export const isWeak = (identity: IdentityInput): boolean => weakKinds.has(identity.kind)

/** wa_id and phone before bsuid before other strong kinds before weak ones; equals keep their given order. */
export const byStrength = (identities: readonly IdentityInput[]): IdentityInput[] =>
  identities.toSorted((a, b) => rank(a) - rank(b))

const rank = (identity: IdentityInput): number => {
  const place = strongestKinds.indexOf(identity.kind)
  if (place >= 0) return place
  return strongestKinds.length + (isWeak(identity) ? 1 : 0)
}

/** Tells identities apart within a batch. */
export const identityKey = (accountId: string, identity: IdentityInput): string =>
  `${accountId}\n${identity.kind}\n${identity.value}`
