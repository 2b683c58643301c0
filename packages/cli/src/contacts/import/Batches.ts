import { toContactFields, toImportPolicy } from "@rollcall/api"
import { type CheckedRow, maxRequestSize } from "@rollcall/contact-files"
import { limits } from "@rollcall/core"
import { identifierKeys } from "@rollcall/core/contacts"
import { Array as Arr, Result, Stream } from "effect"
import type { ImportRequest } from "./ImportClient.ts"
import { numbers } from "./rows/NationalNumber.ts"

/** Rows of a file that make one request, in their order, those among them that cannot be sent too. */
export type Batch = Arr.NonEmptyReadonlyArray<CheckedRow>

/** Cuts rows into batches of at most 1,000 rows and 768 KiB. */
export const inBatches = <E, R>(rows: Stream.Stream<CheckedRow, E, R>): Stream.Stream<Batch, E, R> =>
  Stream.mapAccum(
    rows,
    (): OpenBatch => ({ rows: [], size: 0 }),
    (open, row) => {
      const size = Result.match(row.reading, { onFailure: () => 0, onSuccess: ({ size }) => size })
      const isFull = open.rows.length >= limits.importRows || open.size + size > maxRequestSize
      const next = isFull ? { rows: [], size: 0 } : open
      next.rows.push(row)
      next.size += size
      return [next, isFull ? closed(open) : []]
    },
    { onHalt: closed }
  )

interface OpenBatch {
  readonly rows: Array<CheckedRow>
  size: number
}

const closed = ({ rows }: OpenBatch): ReadonlyArray<Batch> => (Arr.isArrayNonEmpty(rows) ? [rows] : [])

/** The identifiers that the rows of a batch give: batches that have one in common must not overtake each other. */
export const keysOf = (batch: Batch): ReadonlySet<string> =>
  new Set(batch.flatMap(({ reading }) => (Result.isFailure(reading) ? [] : keysOfRow(reading.success.body))))

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
