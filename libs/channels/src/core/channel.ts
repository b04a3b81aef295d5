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
}

/** What a handshake must be answered with. */
export type HandshakeAnswer = { status: number; contentType: string; body: string }

/** A payload that could be read at all; `malformed` carries why it could not. */
export type Payload = { ok: true; value: unknown } | { ok: false; error: string }

export type Channel = {
  id: string
  /** Raised with each change that alters what `parse` returns. */
  version: number
  /** Answers a GET or POST that only proves the URL is ours; undefined when the request is none. Needs no signature. */
  handshake(request: InboundRequest, verifyTokens: readonly string[]): HandshakeAnswer | undefined
  /** Checks the signature over the raw bytes against each secret in turn (rotation), in constant time. */
  verify(request: InboundRequest, secrets: readonly string[]): Verdict
  /** Reads the body losslessly: integers beyond 2^53 become strings with all their digits. Never throws. */
  read(body: Uint8Array): Payload
  /** External ids of the accounts the payload speaks of, without doubles. Total: garbage gives []. */
  accountKeys(payload: unknown): string[]
  /** Pure and total: every item ends as exactly one update, an unreadable one as `unsupported`. */
  parse(payload: unknown): ParsedUpdate[]
}
