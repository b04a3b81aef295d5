/**
 * From its third delivery on a message is a suspect: two workers that had it have died, or failed twice. Earlier it
 * most likely only stood beside the trouble, and handing all of a dead worker's messages out one by one would be slow.
 */
const suspectFrom = 3

export const isSuspect = (message: { info: { redeliveryCount: number } }): boolean =>
  message.info.redeliveryCount >= suspectFrom
