/**
 * From its third delivery on a message is a suspect: two workers that had it have died, or failed twice. Earlier it
 * most likely only stood beside the trouble, and handing all of a dead worker's messages out one by one would be slow.
 */
export const suspectFrom = 3

type Delivered = { info: { redeliveryCount: number } }

export const isSuspect = (message: Delivered): boolean => message.info.redeliveryCount >= suspectFrom

/** Takes the longest run of messages that are no suspects, or one suspect alone. Mutates `waiting`. */
export function chooseBatch<T extends Delivered>(waiting: T[], max: number): T[] {
  const firstSuspect = waiting.findIndex(isSuspect)
  const length = firstSuspect === -1 ? waiting.length : Math.max(1, firstSuspect)
  return waiting.splice(0, Math.min(length, max))
}
