import { toContactFields, toImportPolicy } from "@rollcall/api"
import { type Batch, BatchCutter, bodiesOf, type CheckedRow, FieldWords, ImportRun } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { identifierKeys } from "@rollcall/core/people"
import { Stream } from "effect"
import type { ImportPlan, ImportRequest } from "./ImportClient.ts"
import { numbers } from "./rows/NationalNumber.ts"

export const inBatches = <E, R>(rows: Stream.Stream<CheckedRow, E, R>): Stream.Stream<Batch, E, R> =>
  Stream.mapAccum(
    rows,
    () => new BatchCutter(),
    (cutter, row) => [cutter, cutter.push(row)],
    { onHalt: (cutter) => cutter.end() }
  )

/** Returns the identifiers in a batch. Batches with a common identifier must not overtake each other. */
export const keysOf = (batch: Batch): ReadonlySet<string> => new Set(bodiesOf(batch).flatMap(keysOfRow))

export const keysOfRow = (body: ImportRequest["contacts"][number]): ReadonlyArray<string> => [
  ...identifierKeys(numbers, toContactFields(body)).map(({ field, value }) => `${field} ${value}`),
  ...(body.uuid ? [`uuid ${body.uuid}`] : [])
]

/** Makes a run of the command, starting at a row. */
export const makeRun = (plan: ImportPlan, from: number, words = new FieldWords()): ImportRun<ContactImportUuid> => {
  const { matchOnField, mergeType } = toImportPolicy(plan)
  return new ImportRun({
    mergeType,
    from,
    words,
    isMatched: (body) => identifierKeys(numbers, toContactFields(body)).some(({ field }) => field === matchOnField)
  })
}
