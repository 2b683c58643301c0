import { toContactFields, toImportPolicy } from "@rollcall/api"
import { type Batch, BatchCutter, bodiesOf, type CheckedRow } from "@rollcall/contact-files"
import { identifierKeys } from "@rollcall/core/people"
import { Stream } from "effect"
import type { ImportRequest } from "./ImportClient.ts"
import { numbers } from "./rows/NationalNumber.ts"

/** Cuts rows into the batches of requests. */
export const inBatches = <E, R>(rows: Stream.Stream<CheckedRow, E, R>): Stream.Stream<Batch, E, R> =>
  Stream.mapAccum(
    rows,
    () => new BatchCutter(),
    (cutter, row) => [cutter, cutter.push(row)],
    { onHalt: (cutter) => cutter.end() }
  )

/** The identifiers that the rows of a batch give: batches that have one in common must not overtake each other. */
export const keysOf = (batch: Batch): ReadonlySet<string> => new Set(bodiesOf(batch).flatMap(keysOfRow))

/** The identifiers that a row gives. */
export const keysOfRow = (body: ImportRequest["contacts"][number]): ReadonlyArray<string> => [
  ...identifierKeys(numbers, toContactFields(body)).map(({ field, value }) => `${field} ${value}`),
  ...(body.uuid ? [`uuid ${body.uuid}`] : [])
]

/**
 * Whether a request may be sent again when it is not known whether it arrived: no row of it would make a second
 * contact. A row that has nothing to match on makes a contact each time, unless the merge only updates.
 */
export const isRepeatable = ({ contacts, ...head }: ImportRequest): boolean => {
  const { matchOnField, mergeType } = toImportPolicy(head)
  const isMatched = (body: (typeof contacts)[number]) =>
    identifierKeys(numbers, toContactFields(body)).some(({ field }) => field === matchOnField)
  return mergeType === "update" || contacts.every(isMatched)
}
