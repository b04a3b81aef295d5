import { asObject, type Json } from '../../core/access.ts'

/**
 * What an attachment holds besides its type: its payload, with the title and url that may stand beside it. Where
 * both say different things under one name, the payload stays by itself, so that nothing is lost.
 */
export function structureOf(attachment: Json): Json {
  const { type: _type, payload: raw, ...beside } = attachment
  const payload = asObject(raw)
  if (payload === undefined) return raw === undefined || raw === null ? beside : { ...beside, payload: raw }
  const isPlain = Object.keys(beside).every(
    (key) => !Object.hasOwn(payload, key) || payload[key] === beside[key],
  )
  return isPlain ? { ...beside, ...payload } : { ...beside, payload }
}
