import type { Place, PlaceRequest } from "@rollcall/core/operations"
import type { SortDirection } from "@rollcall/core/storage"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { TableName } from "../database/Tables.ts"
import type { SqlCondition } from "./SqlCondition.ts"

/** A page of the rows of a table that satisfy `where`, in an order. */
export interface Listing {
  /** The columns of the result. They include `uuid`. */
  readonly columns: Statement.Fragment
  readonly from: TableName
  /** A JOIN that follows the table. */
  readonly join?: Statement.Fragment | undefined
  readonly where: Statement.Fragment
  readonly order: Order
  readonly direction: SortDirection
  readonly page: PlaceRequest
}

/** The order of a listing: by its keys, NULL last, then by `uuid` unless no two rows have the same keys. */
export interface Order {
  readonly keys: Arr.NonEmptyReadonlyArray<Statement.Fragment>
  /** Whether a key may be NULL. Without NULLS LAST one index serves both directions. */
  readonly nullable: boolean
  /** Whether no two rows have the same keys. Default: false. */
  readonly distinct?: boolean
  /** The table of the keys with its ON, unless the keys are columns of the listing's own table. */
  readonly join?: Statement.Fragment | undefined
  /**
   * Given if an index has the order of the keys and then of `uuid`. Says whether the keys are not NULL; `isFalse` does not
   * need the join.
   */
  readonly present?: (SqlCondition & { readonly uuid: Statement.Fragment }) | undefined
  /** Given if the listing is read after a place: the type of its last key, and whether a key is not NULL and after a place. */
  readonly places?: Places | undefined
}

/** An order with places. */
export interface PlacedOrder extends Order {
  readonly places: Places
}

export const isPlaced = (order: Order): order is PlacedOrder => order.places !== undefined

/** A place whose key is not missing. */
export interface KeyedPlace extends Place {
  readonly key: string | number
}

/** How places are read and compared. The index of the order serves the condition, if there is such an index. */
interface Places {
  readonly of: "text" | "number"
  readonly isAfter: (place: KeyedPlace, direction: SortDirection) => Statement.Fragment
}

/** Whether an expression, and then a uuid, come after a place. */
export const isAfter = (
  { sql }: Pick<Db, "sql">,
  key: Statement.Fragment,
  uuid: Statement.Fragment,
  place: KeyedPlace,
  direction: SortDirection
): Statement.Fragment =>
  sql`((${key}, ${uuid}) ${sql.literal(direction === "asc" ? ">" : "<")} (${place.key}, ${place.uuid}))`

const nameOf = (index: number): string => `sort_key_${index + 1}`

/** The column name of the last key, which holds the whole value that is sorted by. */
export const lastKeyName = ({ keys }: Order): string => nameOf(keys.length - 1)

/** The keys in a SELECT, by their column names. */
export const namedKeys = ({ sql }: Db, { keys }: Order): Statement.Fragment =>
  sql.csv(keys.map((key, index) => sql`${key} AS ${sql.literal(nameOf(index))}`))

/** The keys in an ORDER BY, by their column names. */
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
