import { readJson, type Reader } from "./Reader.ts"

const prefix = "rollcall."

/** What a browser forbids to store, or has no room for: it is kept as long as the page. */
const unstored = new Map<string, string>()

/** What the tab keeps until it is closed, as JSON. */
export const tabStorage = {
  text: (key: string): string | null => {
    const unstoredText = unstored.get(key)
    if (unstoredText !== undefined) return unstoredText
    try {
      return sessionStorage.getItem(prefix + key)
    } catch {
      return null
    }
  },
  read: <A>(key: string, read: Reader<A>): A | undefined => readJson(tabStorage.text(key), read),
  write: (key: string, value: unknown): void => {
    const json = JSON.stringify(value)
    tabStorage.remove(key)
    try {
      sessionStorage.setItem(prefix + key, json)
    } catch {
      unstored.set(key, json)
    }
  },
  remove: (key: string): void => {
    unstored.delete(key)
    try {
      sessionStorage.removeItem(prefix + key)
    } catch {
      // There is nothing to remove then.
    }
  },
  /** Whether there is something whose key begins so. */
  hasAny: (beginning: string): boolean => {
    const begins = (key: string) => key.startsWith(beginning)
    if ([...unstored.keys()].some(begins)) return true
    try {
      return Object.keys(sessionStorage).some((key) => key.startsWith(prefix) && begins(key.slice(prefix.length)))
    } catch {
      return false
    }
  }
}
