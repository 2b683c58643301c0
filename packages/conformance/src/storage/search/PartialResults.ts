import { holds } from "../shared/Check.ts"

/**
 * Counts the searches that find some of `all` contacts but not all. If all searches found no contact or every contact,
 * a faulty store could pass the suite.
 */
export const partialResults = (all: number) => {
  let searches = 0
  let partial = 0
  return {
    count: (total: number) => {
      searches++
      if (total > 0 && total < all) partial++
    },
    /** Fails if fewer than this share of the searches found some contacts, but not all. */
    atLeast: (share: number) =>
      holds(`At least ${share} of the searches find some contacts and not all`, partial >= share * searches, {
        searches,
        partial
      })
  }
}
