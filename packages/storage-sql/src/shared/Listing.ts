import type { Place, PlaceRequest } from "@rollcall/core/operations"
import type { SortDirection } from "@rollcall/core/storage"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { TableName } from "../database/Tables.ts"
import type { SqlCondition } from "./SqlCondition.ts"

/** A sorted page of the rows of a table that satisfy `where`. */
export interface Listing {
  /** The columns of the result, including `uuid`. */
  readonly columns: Statement.Fragment
  readonly from: TableName
  /** A JOIN after the table. */
  readonly join?: Statement.Fragment | undefined
  readonly where: Statement.Fragment
  readonly order: Order
  readonly direction: SortDirection
  readonly page: PlaceRequest
}

/** The order of a listing: by its keys, NULL last, then by `uuid` unless the keys are distinct. */
export interface Order {
  readonly keys: Arr.NonEmptyReadonlyArray<Statement.Fragment>
  /** Whether a key may be NULL. If not, NULLS LAST is omitted, and one index serves both directions. */
  readonly nullable: boolean
  /** Default: false. Whether no two rows have the same keys. */
  readonly distinct?: boolean
  /** The table of the keys with its ON, unless the keys are columns of the listing's own table. */
  readonly join?: Statement.Fragment | undefined
  /**
   * Whether the keys are not NULL. Set if an index has the order of the keys followed by `uuid`; `isFalse` does not need
   * the join.
   */
  readonly present?: (SqlCondition & { readonly uuid: Statement.Fragment }) | undefined
  /** How to read after a place. Set if the listing supports it. */
  readonly places?: Places | undefined
}

/** An order that supports reading after a place. */
export interface PlacedOrder extends Order {
  readonly places: Places
}

export const isPlaced = (order: Order): order is PlacedOrder => order.places !== undefined

/** A place with a key. */
export interface KeyedPlace extends Place {
  readonly key: string | number
}

/** How places are read and compared. An index of the order, if it exists, serves the condition. */
interface Places {
  readonly of: "text" | "number"
  readonly isAfter: (place: KeyedPlace, direction: SortDirection) => Statement.Fragment
}

/** Returns the condition that an expression and a uuid come after a place. */
export const isAfter = (
  { sql }: Pick<Db, "sql">,
  key: Statement.Fragment,
  uuid: Statement.Fragment,
  place: KeyedPlace,
  direction: SortDirection
): Statement.Fragment =>
  sql`((${key}, ${uuid}) ${sql.literal(direction === "asc" ? ">" : "<")} (${place.key}, ${place.uuid}))`

const nameOf = (index: number): string => `sort_key_${index + 1}`

/** Returns the column name of the last key, which contains the whole sorted value. */
export const lastKeyName = ({ keys }: Order): string => nameOf(keys.length - 1)

/** Returns the keys for a SELECT, with their column names. */
export const namedKeys = ({ sql }: Db, { keys }: Order): Statement.Fragment =>
  sql.csv(keys.map((key, index) => sql`${key} AS ${sql.literal(nameOf(index))}`))

/** Returns the keys for an ORDER BY, by their column names. */
export const sortKeys = (
  { sql }: Db,
  { direction, order }: Pick<Listing, "direction" | "order">,
  prefix: string
): Statement.Fragment =>
  sql.literal(
    order.keys
      .map((_, index) => `${prefix}${nameOf(index)} ${direction}${order.nullable ? " NULLS LAST" : ""}`)
      .join(", ")
  )
