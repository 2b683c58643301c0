import { tabStorage } from "./Kept.ts"

/** Returns the storage key of a draft. */
export const draftKey = (name: string): string => `draft.${name}`

const reasons = new Set<object>()

/** Makes the browser ask before the page closes, until the returned function is called. */
export const askBeforeLeaving = (): (() => void) => {
  const reason = {}
  reasons.add(reason)
  return () => void reasons.delete(reason)
}

// Drafts survive a reload but not closing the tab, and the browser doesn't say which one is happening.
addEventListener("beforeunload", (event) => {
  if (reasons.size > 0 || tabStorage.hasAny(draftKey(""))) event.preventDefault()
})
