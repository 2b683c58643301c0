import { type Contact, ContactListUuid } from "@rollcall/core"
import type { Sets } from "@rollcall/core/people"
import { Result } from "effect"

export interface CorpusList {
  readonly uuid: ContactListUuid
  readonly members: ReadonlyArray<Contact>
}

/** The interval between contacts that are on each list. `Infinity` makes an empty list. */
const steps = [2, 3, 31, Infinity]

/** Returns the lists for the search suites. A contact is on several lists, one list or none. */
export const corpusLists = (contacts: ReadonlyArray<Contact>): ReadonlyArray<CorpusList> =>
  steps.map((step, n) => ({
    uuid: ContactListUuid.make(`00000000-0000-4000-8006-${String(n + 1).padStart(12, "0")}`),
    members: contacts.filter((_, index) => (index + 1) % step === 0)
  }))

/** Returns the sets of contacts that filters by these lists find. */
export const setsOfLists = (lists: ReadonlyArray<CorpusList>): Sets => {
  const known = new Set<string>(lists.map(({ uuid }) => uuid))
  return new Map([
    [
      "contactListUuid",
      (set) => (known.has(set) ? Result.succeed({ _tag: "MemberOf", set }) : Result.fail(`there is no list ${set}`))
    ]
  ])
}
