import { asObject, asText, type Json } from '../core/access.ts'
import { readJson } from '../core/read-json.ts'
import { readableText } from '../core/readable-text.ts'

/** A key whose value only a machine reads. */
const tokenKey = 'flow_token'
const depthMax = 4
const encoder = new TextEncoder()

/**
 * What a person chose or filled in: the title (and description) of a button or list reply, the answers of a flow,
 * the decision of a call permission. Of an interactive message of our own: its header, body and footer.
 */
export function interactiveText(interactive: Json): string | undefined {
  const reply = asObject(interactive.button_reply) ?? asObject(interactive.list_reply)
  if (reply !== undefined) return lines([asText(reply.title), asText(reply.description)])
  const flow = asObject(interactive.nfm_reply)
  if (flow !== undefined) return lines([asText(flow.body), ...flowAnswers(flow.response_json)])
  const permission = asObject(interactive.call_permission_reply)
  if (permission !== undefined) return asText(permission.response)
  return readableText(interactive)
}

/** `response_json` is JSON inside a string; it may hold no object, or be no JSON at all. */
function flowAnswers(responseJson: unknown): string[] {
  if (typeof responseJson !== 'string') return answersOf(responseJson, depthMax)
  const response = readJson(encoder.encode(responseJson))
  return response.ok ? answersOf(response.value, depthMax) : []
}

function answersOf(value: unknown, levels: number): string[] {
  if (typeof value !== 'object' || value === null)
    return asText(value) === undefined ? [] : [String(asText(value))]
  if (levels === 0) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === tokenKey ? [] : answersOf(child, levels - 1),
  )
}

function lines(texts: readonly (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join('\n')
}
