import { decodeBody } from '@omnistream/common/decode-body'
import type { WebhookAuditDocument } from '@omnistream/mongo/documents'
import { bodyBytes } from '../audit/audit-json.ts'
import { jsonFragment } from './json-fragment.ts'

const bodyBytesMax = 16 * 1024 * 1024
/** A fragment is there to be looked at; the whole is at `/v1/audit/{id}/raw`. */
const fragmentCharsMax = 16 * 1024

/** What a webhook has at a JSON pointer, cut where it is long. */
export function driftFragment(
  row: Pick<WebhookAuditDocument, 'body' | 'headers'> | undefined,
  path: string,
): { fragment: string | null; fragment_truncated: boolean } {
  const none = { fragment: null, fragment_truncated: false }
  if (row === undefined) return none
  const decoded = decodeBody(bodyBytes(row), row.headers['content-encoding'], bodyBytesMax)
  if (!decoded.ok) return none
  const fragment = jsonFragment(new TextDecoder().decode(decoded.bytes), path)
  if (fragment === undefined) return none
  const isLong = fragment.length > fragmentCharsMax
  return {
    // A pair that the cut would part is left out whole.
    fragment: isLong ? fragment.slice(0, fragmentCharsMax).replace(/[\uD800-\uDBFF]$/, '') : fragment,
    fragment_truncated: isLong,
  }
}
