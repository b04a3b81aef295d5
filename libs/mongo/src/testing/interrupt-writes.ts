import type { Collection, Db } from 'mongodb'

export class Interrupted extends Error {
  readonly code = 'INTERRUPTED'
}

const writes: ReadonlySet<unknown> = new Set(['insertOne', 'updateOne', 'deleteOne', 'replaceOne'])

/**
 * The same database, seen through a process that dies at its n-th write: before it reaches the server, or after it
 * was done but before the answer came. Everything up to there happens for real.
 */
export function interruptWrites(db: Db, count: number, when: 'before' | 'after'): Db {
  let left = count
  const interrupting = (collection: Collection): Collection =>
    new Proxy(collection, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (!writes.has(name)) return member.bind(target)
        return async (...values: unknown[]): Promise<unknown> => {
          const last = --left <= 0
          if (last && when === 'before') throw new Interrupted('before the write')
          const result: unknown = await Reflect.apply(member, target, values)
          if (last) throw new Interrupted('after the write')
          return result
        }
      },
    })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'collection') return (collection: string) => interrupting(target.collection(collection))
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
