import type { WorkspaceUuid } from "@rollcall/core"
import type { Field, ValueField } from "@rollcall/core/storage"
import * as Arr from "effect/Array"
import type { Db } from "../database/Database.ts"
import type { Order } from "../shared/Listings.ts"
import { isPresent } from "../shared/SqlCondition.ts"
import { fieldColumn, textColumn, mayBeMissing } from "./ContactColumns.ts"
import { entryCondition } from "./ValueConditions.ts"

type Language = Pick<Db, "dialect" | "sql" | "table">

/** The order of the contacts of a workspace by a field. */
export const sortOrder = (language: Language, workspace: WorkspaceUuid, field: Field): Order => {
  const { dialect, sql } = language
  switch (field.kind) {
    case "value":
      return valueOrder(language, workspace, field)
    case "text": {
      const keys = dialect.order(textColumn(field.name), "contacts")
      return { keys, nullable: true, present: { ...isPresent(sql, keys[0]), uuid: sql`uuid` } }
    }
    default: {
      const key = sql`${sql(fieldColumn(field.name))}`
      if (!mayBeMissing(field)) return { keys: Arr.of(key), nullable: false }
      return { keys: Arr.of(key), nullable: true, present: { ...isPresent(sql, key), uuid: sql`uuid` } }
    }
  }
}

/** The order by a custom value. A list is sorted by its first element (S9). */
const valueOrder = (language: Language, workspace: WorkspaceUuid, { part, uuid }: ValueField): Order => {
  const { dialect, sql, table } = language
  const keys = part === "text" ? dialect.order("text", "contact_values") : Arr.of(sql`number`)
  const join = sql`(
    SELECT contact_uuid, ${sql.csv(keys)} FROM ${table("contact_values")}
    WHERE workspace_uuid = ${workspace} AND field_uuid = ${uuid} AND ordinal = 0
  ) AS sorted ON sorted.contact_uuid = contacts.uuid`
  return {
    keys,
    nullable: true,
    join,
    present: {
      isTrue: isPresent(sql, keys[0]).isTrue,
      isFalse: entryCondition(language, workspace, { _tag: "ValuePresent", field: uuid }, "test").isFalse,
      uuid: sql`sorted.contact_uuid`
    }
  }
}
