import type { MediaRoute } from './media-step.ts'
import type { ParsedUpdate } from './update.ts'

/** Seed 000: the four verdicts, the same words for chat channels and relayed webhooks. */
export type SignatureStatus = 'VALID' | 'INVALID' | 'NO_SIGNATURE' | 'NO_SECRET'

/** `detail` is a reason a person can act on, null when VALID. `secretIndex` tells which secret matched. */
export type Verdict =
  | { status: 'VALID'; detail: null; secretIndex: number }
  | { status: 'INVALID' | 'NO_SIGNATURE' | 'NO_SECRET'; detail: string }

/** The part of an HTTP request that channels look at. Header names are lowercased; a header sent twice is joined by ", ". */
export type InboundRequest = {
  method: string
  /** Full public URL. */
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** When it arrived, ms: what a signed timestamp is held against. */
  receivedAt: number
}

/** What is known of a stored webhook besides its body. */
export type Callback = {
  headers: Readonly<Record<string, string>>
  /** External id of the account in the callback's path; undefined where the path names none. */
  account?: string
  /** Full public URL of the call: all there is of a webhook that came as a GET. */
  url?: string
}

/** What a request is answered with: a handshake, or one that was stored. */
export type ChannelAnswer = { status: number; contentType: string; body: string }

/** What proves a handshake; asked for only where a request is one. */
export type HandshakeKeys = { verifyTokens(): readonly string[]; secrets(): readonly string[] }

/** A payload that could be read at all; `malformed` carries why it could not. */
export type Payload = { ok: true; value: unknown } | { ok: false; error: string }

/** The account that a sample speaks of, as it is configured. */
export type SampleAccount = { externalId: string; businessId?: string; displayId?: string }

export type SampleOptions = {
  /** [0, 1); alone decides everything that nothing else says, so that a seed repeats a run. */
  random(): number
  account: SampleAccount
  /** Which sample this is; it chooses the kind, so that following samples differ. */
  seq: number
  /** When the messages were sent, ms. */
  now: number
}

export type Sample = {
  contentType: string
  body: Uint8Array
  /** External ids that must become messages, each once, the one that the word finds first. */
  messageIds: string[]
  /** One word, in no other sample, that finds exactly one of the messages. */
  searchText: string
}

export type Channel = {
  id: string
  /** Raised with each change that alters what `parse` returns. */
  version: number
  /** Set where no payload names its account: the callback's path must (`/webhooks/:channel/:account`). */
  accountInPath?: true
  /** Set where a webhook may come as a GET too: its parameters are in the URL, and the body is empty. */
  byGet?: true
  /** Answers a GET or POST that only proves the URL is ours; undefined when the request is none. Needs no account. */
  handshake(request: InboundRequest, keys: HandshakeKeys): ChannelAnswer | undefined
  /** Checks the signature over the raw bytes against each secret in turn (rotation), in constant time. */
  verify(request: InboundRequest, secrets: readonly string[]): Verdict
  /** Reads the body losslessly: integers beyond 2^53 become strings with all their digits. Never throws. */
  read(body: Uint8Array, callback: Callback): Payload
  /** External ids of the accounts the payload itself speaks of, without doubles. Total: garbage gives []. */
  accountKeys(payload: unknown): string[]
  /** Pure and total: every item ends as exactly one update, an unreadable one as `unsupported`. */
  parse(payload: unknown, callback: Callback): ParsedUpdate[]
  /** How the bytes of a medium are got; left out where there is no way. */
  media?: MediaRoute
  /** What the provider wants to read once its webhook is stored; an empty 200 where left out. */
  acknowledgement?: ChannelAnswer
  /** The request signed as the provider would: for simulations, fixtures and tests. */
  sign(request: InboundRequest, secret: string): InboundRequest
  /** One realistic webhook of invented people: for simulations and tests. */
  sample(options: SampleOptions): Sample
}
