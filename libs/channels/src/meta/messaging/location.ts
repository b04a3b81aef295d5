import { asNumber, asObject, asText, type Json } from '../../core/access.ts'
import type { Part } from './attachment.ts'
import { structureOf } from './structure.ts'
import { textLines } from './text-lines.ts'

/** A pinned place: the coordinates under the names that locations have on every channel, besides what came. */
export function locationPart(attachment: Json, payload: Json): Part {
  const coordinates = asObject(payload.coordinates)
  const latitude = asNumber(coordinates?.lat)
  const longitude = asNumber(coordinates?.long)
  const { coordinates: _coordinates, ...beside } = structureOf(attachment)
  const isPlain = latitude !== undefined && longitude !== undefined && asObject(beside.payload) === undefined
  const structure = isPlain ? { ...beside, latitude, longitude } : structureOf(attachment)
  const part: Part = { type: 'location', structure }
  const text = textLines(payload.title ?? attachment.title, asText(payload.address))
  if (text !== undefined) part.text = text
  return part
}
