import { Effect } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { type Sought, unorderedSearchOf } from "../contacts/search/SearchInput.ts"
import { print } from "../screen/Output.ts"
import { count } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { inTarget } from "../targets/InTarget.ts"
import { untilOver } from "../targets/JobProgress.ts"
import { theList } from "../targets/NamedSets.ts"
import { call, read } from "../targets/Target.ts"

/**
 * Adds the contacts that a search finds to a list, and waits until all of them are: workers of the server do it, or of
 * this process on a database. What was accepted goes on if the command is interrupted.
 */
export const addFound = Effect.fn("AddFound.add")(function* (
  named: string,
  sought: Sought,
  json: boolean,
  flags: AddressFlags
) {
  const added = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const params = { contact_list_uuid: yield* theList(named) }
      const search = yield* unorderedSearchOf(sought)
      const accepted = yield* call((client) => client.contactLists.addMembers({ params, payload: { search } }))
      if (!("total" in accepted)) {
        return yield* new CommandRefused({ message: "this server does not add the contacts of a search" })
      }
      const ofAddition = { ...params, addition_uuid: accepted.uuid }
      return yield* untilOver(
        accepted,
        read((client) => client.contactLists.addition({ params: ofAddition }))
      )
    }),
    { jobs: true }
  )
  const { present, processed, reason, total } = added
  yield* print(json, { uuid: added.uuid, added: added.added, present, processed, total, reason }, () => {
    const what = added.added === 1 ? "1 contact" : `${count(added.added)} contacts`
    return `${what} added to the list; ${count(present)} on it before.`
  })
  if (reason !== null) return yield* new NotDone({ message: `not all contacts were added: ${reason}` })
})
