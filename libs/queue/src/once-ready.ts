/** Runs `prepare` before the first use, once for all who ask meanwhile, and again where it has failed. */
export function onceReady<Value>(prepare: () => Promise<Value>): () => Promise<Value> {
  let preparing: Promise<Value> | undefined
  return () => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined
      throw error
    })
    return preparing
  }
}
