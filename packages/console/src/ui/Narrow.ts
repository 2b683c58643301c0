import { shared, useShared } from "../reading/Shared.ts"

const query = matchMedia("(width < 48rem)")

const narrow = shared(query.matches)

/**
 * Returns whether the window is as narrow as a phone, for layouts that need different elements, not only different styles.
 */
export const useNarrow = (): boolean => useShared(narrow)

query.addEventListener("change", ({ matches }) => {
  narrow.value = matches
})
