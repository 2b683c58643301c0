import type { Storage } from "@rollcall/core"
import { type Check, check } from "../../shared/Check.ts"
import { forAll, generatedHistories } from "../../shared/ForAll.ts"
import { numbers, personHistory } from "./PersonCommand.ts"
import { runHistory } from "./PersonHistory.ts"

/**
 * Checks that each person's messages are as expected, whatever happens to contacts, addresses, settings and broadcasts.
 */
export const personHistoryChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "C7, C8, Q3, B9, B24, M2, R3, R41: no person or address gets more messages than the cap allows, or another's, in any history",
    function* () {
      yield* forAll(personHistory, yield* generatedHistories, runHistory)
    }
  ),
  check("C7: an erasure finds the person in an audience's retry when another contact has the number", function* () {
    const toAll = {
      _tag: "SendToAudience",
      people: null,
      later: false,
      resolve: "acceptance",
      isExcludingLast: false
    } as const
    yield* runHistory([
      { _tag: "Change", person: 0, change: { phoneNumber: numbers[2] ?? "" } },
      toAll,
      toAll,
      { _tag: "Retry", later: false },
      { _tag: "Erase", person: 0 }
    ])
  })
]
