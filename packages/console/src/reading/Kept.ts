import { readJson, type Reader } from "./Reader.ts"

const prefix = "rollcall."

/** Values that the browser can't store, kept in memory until the page closes. */
const unstored = new Map<string, string>()

/** JSON values that are kept until the tab is closed. */
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
      // There is nothing to remove.
    }
  },
  /** Returns whether any key starts with a prefix. */
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
