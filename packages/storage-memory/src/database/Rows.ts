import { StorageError } from "@rollcall/core"
import { fold } from "@rollcall/core/operations"
import { type ContactListSort, sortKey } from "@rollcall/core/people"
import { compareCodePoints, type SortDirection } from "@rollcall/core/storage"
import { DateTime, type Duration, Effect } from "effect"

/** Fails with `Conflict` unless a row was added. */
export const orConflict = (added: boolean): Effect.Effect<void, StorageError> =>
  added ? Effect.void : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The uuid is taken") }))

/** Compares rows by a string or number, then by uuid in the same direction, so that pages neither repeat nor skip rows. */
export const orderBy =
  <A extends { readonly uuid: string }>(key: (row: A) => string | number, direction: SortDirection = "asc") =>
  (a: A, b: A): number => {
    const [x, y] = [key(a), key(b)]
    const byKey = typeof x === "string" && typeof y === "string" ? compareCodePoints(x, y) : Number(x) - Number(y)
    return (direction === "asc" ? 1 : -1) * (byKey || compareCodePoints(a.uuid, b.uuid))
  }

/** The {@link orderBy} key of most listings. */
export const createdAt = (row: { readonly uuid: string; readonly createdAt: DateTime.Utc }): number =>
  DateTime.toEpochMillis(row.createdAt)

/** Compares named rows by name, in the order readers expect, or by creation time. */
export const nameOrder = <
  A extends { readonly uuid: string; readonly name: string; readonly createdAt: DateTime.Utc }
>({
  sortField,
  sortOrder
}: ContactListSort) => orderBy<A>(sortField === "name" ? orderedName : createdAt, sortOrder)

const orderedName = (item: { readonly name: string }): string => sortKey(foldedName(item))

export const foldedName = ({ name }: { readonly name: string }): string => fold(name)

/** Returns the rows with a timestamp that satisfies a condition, earliest first. */
const earliest = <Row>(
  rows: ReadonlyArray<Row>,
  timestampOf: (row: Row) => DateTime.Utc | null,
  isIn: (at: DateTime.Utc) => boolean
): ReadonlyArray<Row> =>
  rows
    .flatMap((row) => {
      const at = timestampOf(row)
      return at !== null && isIn(at) ? [{ row, at }] : []
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .map(({ row }) => row)

/** Returns the first `limit` rows that are due, in due order. */
export const firstDue = <Row>(
  rows: ReadonlyArray<Row>,
  dueAt: (row: Row) => DateTime.Utc | null,
  now: DateTime.Utc,
  limit: number
): ReadonlyArray<Row> => earliest(rows, dueAt, (at) => DateTime.isLessThanOrEqualTo(at, now)).slice(0, limit)

/** Returns the rows stored more than `keepFor` ago, oldest first. */
export const oldest = <Row>(
  rows: ReadonlyArray<Row>,
  since: (row: Row) => DateTime.Utc | null,
  keepFor: Duration.Duration,
  now: DateTime.Utc
): ReadonlyArray<Row> => {
  const before = DateTime.subtractDuration(now, keepFor)
  return earliest(rows, since, (at) => DateTime.isLessThan(at, before))
}
