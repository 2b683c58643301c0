import { holds } from "../kernel/Check.ts"

/**
 * Counts how many searches told something: found some of `all` contacts and not every one. A suite whose searches are
 * all empty, or all full, would pass on a store that is wrong.
 */
export const telling = (all: number) => {
  let searches = 0
  let told = 0
  return {
    count: (total: number) => {
      searches++
      if (total > 0 && total < all) told++
    },
    /** Fails when fewer than this share of the searches told something. */
    atLeast: (share: number) =>
      holds(`At least ${share} of the searches find some contacts and not all`, told >= share * searches, {
        searches,
        told
      })
  }
}
