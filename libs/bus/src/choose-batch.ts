/** Takes the longest run of first deliveries, or one redelivered message alone. Mutates `waiting`. */
export function chooseBatch<T extends { info: { redeliveryCount: number } }>(waiting: T[], max: number): T[] {
  const isFirst = (message: T): boolean => message.info.redeliveryCount <= 1
  const firstReturned = waiting.findIndex((message) => !isFirst(message))
  const length = firstReturned === -1 ? waiting.length : Math.max(1, firstReturned)
  return waiting.splice(0, Math.min(length, max))
}
