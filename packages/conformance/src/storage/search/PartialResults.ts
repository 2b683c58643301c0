import { holds } from "../shared/Check.ts"

/**
 * Counts the searches that found some of `all` contacts, but not all. A suite of searches that find nothing or everything
 * would pass on a faulty store.
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
