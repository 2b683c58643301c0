import { tabStorage } from "./Kept.ts"

/** What drafts are kept under. */
export const draftKey = (name: string): string => `draft.${name}`

const reasons = new Set<object>()

/** Has the browser ask before the page is closed, until what this returns is called. */
export const askBeforeLeaving = (): (() => void) => {
  const reason = {}
  reasons.add(reason)
  return () => void reasons.delete(reason)
}

// Drafts survive a reload, and end with the tab: the browser does not say which of them it is.
addEventListener("beforeunload", (event) => {
  if (reasons.size > 0 || tabStorage.hasAny(draftKey(""))) event.preventDefault()
})
