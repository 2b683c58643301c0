/** A map of a bounded size. It forgets the entry whose use is longest ago. */
export interface LruCache<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
  readonly remove: (key: string) => void
}

export const makeLruCache = <A extends {}>(capacity: number): LruCache<A> => {
  // A map keeps the order in which its keys were set.
  const entries = new Map<string, A>()
  // The key that was used last is used again most often: it is at the end already.
  let last: string | undefined
  const set = (key: string, value: A) => {
    if (key !== last) entries.delete(key)
    last = key
    entries.set(key, value)
    if (entries.size <= capacity) return
    for (const oldest of entries.keys()) {
      entries.delete(oldest)
      return
    }
  }
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined && key !== last) set(key, value)
      return value
    },
    set,
    remove: (key) => {
      if (key === last) last = undefined
      entries.delete(key)
    }
  }
}
