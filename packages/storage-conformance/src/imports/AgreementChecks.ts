import { type AccessTokenStore, ContactImports, type ContactLists } from "@rollcall/core"
import { Config, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { forAll } from "../kernel/ForAll.ts"
import { countsOf } from "./Fixture.ts"
import { type ImportCase, importCaseArbitrary } from "./ImportCase.ts"
import { stageOf } from "./ImportStage.ts"
import { viewOf } from "./ImportView.ts"
import { imported, type ImportNeeds, shortIssue } from "./ImportWorld.ts"
import { importRowByRow, type ReferenceResult } from "./ReferenceImport.ts"

export type AgreementNeeds = ImportNeeds | ContactLists | AccessTokenStore

/** How many imports are compared with a row-by-row one: `ROLLCALL_IMPORTS`, or some that take a few seconds. */
const generatedImports = Config.Int("ROLLCALL_IMPORTS").pipe(Config.withDefault(30))

/** So many imports bring out everything that can become of a row; fewer may miss a rare thing by chance. */
const enough = 300

/** What is expected to become of some row of some import. */
const everyFate = [
  ...["created", "updated", "unchanged", "skipped match_exists", "skipped no_match", "skipped no_match_value"],
  ...["failed ambiguous_match", "failed already_exists", "failed missing", "failed too_long", "failed value_error"]
]

/** Runs a case in both ways, in two workspaces, and fails where anything that can be seen differs. */
const compare = Effect.fnUntraced(function* (planned: ImportCase, seen: Map<string, number>) {
  const imports = yield* ContactImports
  const [tested, reference] = [yield* stageOf(planned), yield* stageOf(planned)]
  yield* TestClock.adjust("1 second")
  const { contactImport, receipts } = yield* imported(tested.caller, planned.rows, {
    ...planned,
    contactListUuid: planned.withList ? tested.list.uuid : null
  })
  const expected = yield* importRowByRow(planned, reference)
  const results = receipts.map(({ result }): ReferenceResult => ({
    outcome: result?.outcome ?? "failed",
    contactUuid: result?.contactUuid ?? null,
    issues: result === null ? ["no result"] : result.issues.map(shortIssue)
  }))
  const [actualView, expectedView] = [
    yield* viewOf(planned, tested, results),
    yield* viewOf(planned, reference, expected)
  ]
  for (const part of ["rows", "contacts", "total", "members", "list", "holders", "found"] as const) {
    yield* agree(`The ${part}`, actualView[part], expectedView[part])
  }
  const outcomes = expected.map(({ outcome }) => outcome)
  yield* agree("The counts", contactImport.counts, countsOf(outcomes))
  const status = outcomes.every((outcome) => outcome === "failed") ? "failed" : "completed"
  yield* agree("The status", contactImport.status, status)
  yield* agree(
    "The originals",
    receipts.map(({ original }) => original),
    planned.rows.map(({ original }) => original)
  )
  yield* agree("The import", yield* imports.get(tested.caller.workspace, contactImport.uuid), contactImport)
  for (const { issues, outcome } of expected) {
    for (const fate of [outcome, ...issues.map((issue) => `${outcome} ${issue.split(" ")[0]}`)]) {
      seen.set(fate, (seen.get(fate) ?? 0) + 1)
    }
  }
})

/** The rows of an import are applied many at a time, and mean what they mean one by one. */
export const agreementChecks: ReadonlyArray<Check<AgreementNeeds>> = [
  check(
    "I1-I3, C2, C3, F1-F5, L3: an import in batches of any size comes to what its rows come to one by one",
    Effect.gen(function* () {
      const cases = yield* generatedImports
      const seen = new Map<string, number>()
      yield* forAll(importCaseArbitrary, cases, (planned) => compare(planned, seen))
      if (cases >= enough) {
        const missing = everyFate.filter((fate) => !seen.has(fate))
        yield* holds("Everything becomes of some row", missing.length === 0, missing)
      }
    })
  )
]
