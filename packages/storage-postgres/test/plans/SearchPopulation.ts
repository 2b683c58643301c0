import type { CustomField } from "@rollcall/core"
import type { FieldType } from "@rollcall/core/people"
import { textNames } from "@rollcall/core/storage"
import { Effect, type Redacted, String } from "effect"
import { fields, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { countRows } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"

const count = 6_000

/**
 * Most texts are in the middle of the order, five are after all others and five before. They contain the name of their
 * field as it is folded: `firstname` in the column `first_name_folded`.
 */
const text = (column: string) => {
  const name = column.replaceAll("_", "")
  return `CASE WHEN n <= 5 THEN 'zzzz ${name} ' || n WHEN n <= 10 THEN '!!!! ${name} ' || n ELSE 'm ${name} ' || md5(n::text) END`
}

/**
 * Instants and numbers, distributed as the texts. Checkboxes have the small numbers too, and there are many of these.
 */
const number = "CASE WHEN n <= 5 THEN 2000000000000 + n WHEN n <= 10 THEN n ELSE 1700000000000 + n * 60000 END"

const boolean = "CASE WHEN n <= 5 THEN 1 ELSE 0 END"

const uuid = "('00000000-0000-4000-8100-' || lpad(to_hex(n), 12, '0'))::uuid"

/** The text and the number of the entries of a type. */
const entryOf = (type: FieldType): readonly [text: string, number: string] => {
  switch (type) {
    case "checkbox":
      return ["NULL", boolean]
    case "number:integer":
    case "number:decimal":
    case "number:percentage":
    case "date":
    case "date:date_time":
    case "date:relative":
      return ["NULL", number]
    default:
      return [text(type), "NULL"]
  }
}

const texts = textNames
  .filter((name) => name !== "clientReference" && name !== "externalContactId")
  .map(String.camelToSnake)

const names = ["first_name", "last_name"]

/** Few contacts have a reference, and few have no external id. */
const contacts = `
  INSERT INTO contacts (
    workspace_uuid, uuid, ${texts.map((name) => `${name}_folded`).join(", ")}, client_reference_folded,
    external_contact_id, external_contact_id_folded, socialmsg_id, email_key, phone_number_digits, chatapp_id_digits,
    phone_number_key, chatapp_id_key, ${names.map((name) => `${name}_order`).join(", ")},
    archived, created_at, updated_at, last_engaged_at
  )
  SELECT '${workspace}', ${uuid}, ${texts.map(text).join(", ")}, CASE WHEN n <= 10 THEN ${text("client_reference")} END,
    CASE WHEN n % 1000 <> 0 THEN ${text("external_contact_id").replaceAll("externalcontactid", "externalContactId")} END,
    CASE WHEN n % 1000 <> 0 THEN ${text("external_contact_id")} END, ${text("socialmsg_id")}, ${text("email")},
    49170000000 + n, 49150000000 + n, 49170000000 + n, 49150000000 + n,
    ${names.map(text).join(", ")}, ${boolean}, ${number}, ${number}, CASE WHEN n <= 10 THEN ${number} END
  FROM generate_series(1, ${count}) AS n`

const valuesOf = ({ fieldType, uuid: field }: CustomField) => `
  INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
  SELECT '${workspace}', ${uuid}, '${field}', 0, ${entryOf(fieldType).join(", ")} FROM generate_series(1, ${count}) AS n`

/** Fills a migrated, empty database with contacts that have a value for every field. */
export const populateFields = (url: Redacted.Redacted) =>
  withDatabase(url, (sql) =>
    Effect.gen(function* () {
      const statements = [contacts, ...fields.map(valuesOf)]
      for (const statement of statements) yield* sql.unsafe(statement).unprepared
      yield* countRows(url)
      yield* sql`
        SELECT gin_clean_pending_list('contacts_by_trigram'), gin_clean_pending_list('contact_values_by_trigram')`
    })
  )
