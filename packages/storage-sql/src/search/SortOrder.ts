import type { WorkspaceUuid } from "@rollcall/core"
import type { Sort, ValueField } from "@rollcall/core/storage"
import * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { TextTable } from "../database/Dialect.ts"
import { isAfter, type PlacedOrder } from "../shared/Listing.ts"
import { isPresent } from "../shared/SqlCondition.ts"
import { fieldColumn, mayBeMissing, orderColumn } from "./ContactColumns.ts"
import { entryCondition } from "./ValueConditions.ts"

type Language = Pick<Db, "dialect" | "sql" | "table">

/** Returns the order of a workspace's contacts by a field, or by the options of a field. */
export const sortOrder = (
  language: Language,
  workspace: WorkspaceUuid,
  { field, options }: Pick<Sort, "field" | "options">
): PlacedOrder => {
  const { dialect, sql } = language
  switch (field.kind) {
    case "value":
      return options === undefined
        ? valueOrder(language, workspace, field)
        : optionOrder(language, workspace, field, options)
    case "text": {
      const column = orderColumn(field.name)
      const keys = dialect.order(column, "contacts")
      const uuid = sql`uuid`
      return {
        keys,
        nullable: true,
        present: { ...isPresent(sql, keys[0]), uuid },
        places: textPlaces(language, column, uuid, "contacts")
      }
    }
    default: {
      const key = sql`${sql(fieldColumn(field.name))}`
      const places = numberPlaces(language, key, sql`uuid`)
      if (!mayBeMissing(field)) return { keys: Arr.of(key), nullable: false, places }
      return { keys: Arr.of(key), nullable: true, present: { ...isPresent(sql, key), uuid: sql`uuid` }, places }
    }
  }
}

/** Returns the order by a custom field. A list is sorted by its first element. */
const valueOrder = (language: Language, workspace: WorkspaceUuid, { part, uuid }: ValueField): PlacedOrder => {
  const { dialect, sql, table } = language
  const keys = part === "text" ? dialect.order("text", "contact_values") : Arr.of(sql`number`)
  const join = sql`(
    SELECT contact_uuid, ${sql.csv(keys)} FROM ${table("contact_values")}
    WHERE workspace_uuid = ${workspace} AND field_uuid = ${uuid} AND ordinal = 0
  ) AS sorted ON sorted.contact_uuid = contacts.uuid`
  const contact = sql`sorted.contact_uuid`
  return {
    keys,
    nullable: true,
    join,
    places:
      part === "text"
        ? textPlaces(language, "text", contact, "contact_values")
        : numberPlaces(language, sql`number`, contact),
    present: {
      isTrue: isPresent(sql, keys[0]).isTrue,
      isFalse: entryCondition(language, workspace, { _tag: "ValuePresent", field: uuid }, "test").isFalse,
      uuid: contact
    }
  }
}

/** Returns the order by the rank of a contact's option. It has no index. */
const optionOrder = (
  language: Language,
  workspace: WorkspaceUuid,
  { uuid }: ValueField,
  options: ReadonlyArray<string>
): PlacedOrder => {
  const { dialect, sql, table } = language
  const ranks = dialect.valuesTable(
    "options",
    { rank: "integer", key: "text" },
    options.map((key, rank) => ({ rank, key }))
  )
  const key = sql`option_rank`
  const join = sql`(
    SELECT contact_uuid, coalesce(options.rank, ${sql.literal(String(options.length))}) AS option_rank
    FROM ${table("contact_values")} AS sorted_values LEFT JOIN ${ranks} ON options.key = sorted_values.text
    WHERE workspace_uuid = ${workspace} AND field_uuid = ${uuid} AND ordinal = 0
  ) AS sorted ON sorted.contact_uuid = contacts.uuid`
  return { keys: Arr.of(key), nullable: true, join, places: numberPlaces(language, key, sql`sorted.contact_uuid`) }
}

const textPlaces = (
  { dialect }: Language,
  column: string,
  uuid: Statement.Fragment,
  table: TextTable
): PlacedOrder["places"] => ({
  of: "text",
  isAfter: ({ key, uuid: placed }, direction) =>
    dialect.isAfter(column, uuid, { key: String(key), uuid: placed }, direction, table)
})

/** Returns the places of an order by a number column. */
export const numberPlaces = (
  language: Pick<Db, "sql">,
  column: Statement.Fragment,
  uuid: Statement.Fragment
): PlacedOrder["places"] => ({
  of: "number",
  isAfter: (place, direction) => isAfter(language, column, uuid, place, direction)
})
