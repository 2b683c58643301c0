/** A map with a bounded number of entries. */
export interface LruCache<A> {
  /** Returns a value and marks it as the most recently used. Undefined if it does not exist. */
  readonly get: (key: string) => A | undefined
  /** Stores a value. Beyond `capacity`, removes the least recently used value. */
  readonly set: (key: string, value: A) => void
  readonly remove: (key: string) => void
}

/** Makes an empty cache of at most `capacity` entries. Values can't be `undefined`. */
export const makeLruCache = <A extends {}>(capacity: number): LruCache<A> => {
  // A map keeps the order in which its keys were set.
  const entries = new Map<string, A>()
  // The most recently used key is often used again. That key is already at the end of the map, so it is not moved.
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
