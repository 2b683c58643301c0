import { readJson, type Reader } from "./Reader.ts"

const prefix = "rollcall."

/** What the tab keeps until it is closed. Without a storage, which a browser may forbid, nothing is kept. */
export const kept = {
  read: <A>(key: string, read: Reader<A>): A | undefined => {
    try {
      return readJson(sessionStorage.getItem(prefix + key), read)
    } catch {
      return undefined
    }
  },
  write: (key: string, value: unknown): void => {
    try {
      sessionStorage.setItem(prefix + key, JSON.stringify(value))
    } catch {
      // A full or forbidden storage loses drafts, and nothing else.
    }
  },
  remove: (key: string): void => {
    try {
      sessionStorage.removeItem(prefix + key)
    } catch {
      // There is nothing to remove then.
    }
  }
}
