import type { Storage } from "@rollcall/core"
import { type Check, check } from "../../shared/Check.ts"
import { forAll, generatedHistories } from "../../shared/ForAll.ts"
import { personHistory } from "./PersonCommand.ts"
import { runHistory } from "./PersonHistory.ts"

/** What a person gets, whatever happens to contacts, addresses, settings and broadcasts meanwhile. */
export const personHistoryChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "C7, C8, Q3, B9, B24, M2, R3, R41: no person and no address gets more than the cap allows, or what is not for them, in any history",
    function* () {
      yield* forAll(personHistory, yield* generatedHistories, runHistory)
    }
  )
]
