import { assert, describe, it } from "@effect/vitest"
import { hostileKeys, textArbitrary } from "@rollcall/conformance/storage"
import {
  type CheckedRow,
  checkRow,
  csvRows,
  FieldWords,
  type InputFile,
  jsonRows,
  type KnownField,
  withLists
} from "@rollcall/contact-files"
import { ContactUuid, type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { SelectOptionUuid } from "@rollcall/core/operations"
import { type CustomFieldValue, FieldType, hasOptions, readValue } from "@rollcall/core/people"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { type ContactExtras, csvFormat, jsonLinesFormat } from "../../src/contacts/export/ExportFormat.ts"
import type { ExportedContact } from "../../src/contacts/export/ExportPages.ts"
import { type SpreadsheetDates, spreadsheetDates, throughSpreadsheet } from "./Spreadsheet.ts"

/** How many workspaces are exported and imported: `ROLLCALL_PLANS`, or 200. */
const cases = Number(process.env["ROLLCALL_PLANS"] ?? 200)

const workspaceUuid = WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")
const epoch = DateTime.makeUnsafe(0)
const short = (text: string): string => text.slice(0, 250).toWellFormed().trim() || "x"
const name = textArbitrary.map(short)

const fieldArbitrary = fc
  .record({
    fieldKey: fc.oneof(fc.constantFrom(...hostileKeys), fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)),
    fieldType: fc.constantFrom(...FieldType.literals),
    name,
    options: fc.uniqueArray(
      fc.record({
        displayLabel: fc.oneof(name, fc.constantFrom("A", "B", "A|B", "a", "1", "true", "__proto__", "00123")),
        fieldKey: fc.oneof(fc.constantFrom("a", "b", "constructor"), fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)),
        archived: fc.boolean()
      }),
      { minLength: 1, maxLength: 4, selector: ({ fieldKey }) => fieldKey }
    )
  })
  .map(({ options, ...field }): CustomField => ({
    ...field,
    uuid: CustomFieldUuid.make("00000000-0000-4000-8000-000000000002"),
    workspaceUuid,
    icon: null,
    status: "active",
    editable: true,
    sensitive: false,
    // Labels in use are different.
    selectOptions: hasOptions(field.fieldType)
      ? options.flatMap((option, at) =>
          !option.archived && options.some((other, n) => n < at && other.displayLabel === option.displayLabel)
            ? []
            : { ...option, uuid: SelectOptionUuid.make(`00000000-0000-4000-8000-00000000000${at}`) }
        )
      : null,
    createdAt: epoch,
    updatedAt: epoch,
    archivedAt: null
  }))

const day = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))

const time = fc.constantFrom("09:30", "00:00:00", "23:59:59", "09:30:15", "12:00")

const text = fc.oneof(
  textArbitrary,
  fc.constantFrom(
    "00123",
    "4915110000031",
    "1e5",
    "1/2",
    "12:30",
    "1 Jan 2024",
    "TRUE",
    '="x"',
    " x ",
    "#N/A",
    "(5)",
    "'=1"
  ),
  fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,-/:' e%")), minLength: 1, maxLength: 8 })
)

const valueArbitrary = (field: CustomField): fc.Arbitrary<CustomFieldValue> => {
  const keys = (field.selectOptions ?? []).map(({ fieldKey }) => fieldKey)
  switch (field.fieldType) {
    case "text":
      return text.filter((given) => given.trim() !== "")
    case "number:integer":
      return fc.maxSafeInteger()
    case "number:decimal":
    case "number:percentage":
      return number.map((value) => (Object.is(value, -0) ? 0 : value))
    case "checkbox":
      return fc.boolean()
    case "date":
    case "date:relative":
      return day
    case "date:date_time":
      return fc
        .tuple(day, time, fc.constantFrom("Z", "+02:00", ".123Z"))
        .map(([day, time, end]) =>
          end.startsWith(".") && time.length < 6 ? `${day}T${time}Z` : `${day}T${time}${end}`
        )
    case "date:time":
      return time
    case "select":
      return fc.constantFrom(...keys)
    case "multiselect":
      return fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 })
    case "user":
      return fc.uuid()
  }
}

const identifier = fc.option(fc.oneof(name, text.map(short)))

/** A workspace with its contacts, and what its file goes through. */
const workspaceArbitrary = fc
  .record({
    fields: fc.uniqueArray(fieldArbitrary, { maxLength: 4, selector: ({ fieldKey }) => fieldKey }),
    lists: fc.uniqueArray(fc.record({ uuid: fc.uuid(), name: fc.oneof(name, fc.constantFrom("A", "a", "A|B", "B")) }), {
      maxLength: 4,
      selector: ({ uuid }) => uuid
    }),
    path: fc.constantFrom<"csv" | "jsonl" | SpreadsheetDates>("csv", "jsonl", ...spreadsheetDates)
  })
  .chain(({ fields, lists, path }) => {
    const values = fc.tuple(
      ...fields.map((field) =>
        fc.option(valueArbitrary(field).filter((value) => Result.isSuccess(readValue(field, value, value))))
      )
    )
    const contact = fc.record({
      uuid: fc.uuid().map((uuid) => ContactUuid.make(uuid)),
      first_name: identifier,
      last_name: identifier,
      external_contact_id: identifier,
      email: identifier,
      phone_number: identifier,
      chatapp_id: identifier,
      socialmsg_id: identifier,
      values,
      lists: fc.subarray(lists)
    })
    return fc.record({
      fields: fc.constant(fields),
      lists: fc.constant(lists),
      path: fc.constant(path),
      contacts: fc.uniqueArray(contact, { minLength: 1, maxLength: 4, selector: ({ uuid }) => uuid })
    })
  })

type Workspace = typeof workspaceArbitrary extends fc.Arbitrary<infer A> ? A : never

const knownOf = ({ fieldKey, fieldType, name, selectOptions }: CustomField): KnownField => ({
  field_key: fieldKey,
  field_type: fieldType,
  name,
  ...(selectOptions !== null && {
    select_options: selectOptions.map(({ archived, displayLabel, fieldKey, uuid }) => ({
      archived,
      display_label: displayLabel,
      field_key: fieldKey,
      uuid
    }))
  })
})

const inputOf = (text: string): InputFile => ({
  name: "people",
  size: text.length,
  bytes: {
    async *[Symbol.asyncIterator]() {
      yield new TextEncoder().encode(text)
    }
  }
})

/** The file of a workspace, and what its export warns of. */
const exported = ({ contacts, fields, lists, path }: Workspace) => {
  const known = fields.map(knownOf)
  const extras: ContactExtras = {
    optOuts: null,
    lists,
    listsOf: new Map(contacts.map(({ lists, uuid }) => [uuid, lists]))
  }
  const format =
    path === "jsonl"
      ? jsonLinesFormat(extras)
      : csvFormat(known, extras, { delimiter: ",", isForSpreadsheet: path !== "csv" })
  const shown = contacts.map(({ lists: _lists, values, ...contact }): ExportedContact => ({
    ...contact,
    workspace_uuid: workspaceUuid,
    archived: false,
    created_at: epoch,
    updated_at: epoch,
    last_engaged_at: null,
    custom_fields: Object.fromEntries(
      fields.flatMap(({ fieldKey }, at) => {
        const value = values[at]
        return value === undefined || value === null ? [] : [[fieldKey, value] as const]
      })
    )
  }))
  const file = format.head + format.page(shown)
  const text = path === "csv" || path === "jsonl" ? file : throughSpreadsheet(file, path)
  return { text, shown, known, warnings: format.warnings() }
}

const imported = async ({ lists, path }: Workspace, text: string, definitions: ReadonlyArray<KnownField>) => {
  const options = {
    definitions,
    rules: [],
    format: {
      dates: { order: null, toInstant: (wall: number) => wall },
      decimal: null,
      separator: null,
      multiselect: "replace",
      locale: null,
      meanings: new Map()
    }
  } as const
  const check = checkRow({ strict: false, toInternational: null, lenient: null, words: new FieldWords() })
  const parts =
    path === "jsonl"
      ? jsonRows(inputOf(text), options)
      : csvRows(inputOf(text), { ...options, delimiter: null, empty: "keep" })
  const rows: Array<CheckedRow> = []
  for await (const part of parts) {
    if (part._tag === "Rows") {
      rows.push(...part.rows.map((row) => withLists(check(row), lists, { separator: null, strict: false })))
    }
  }
  return rows
}

const names = [
  "first_name",
  "last_name",
  "external_contact_id",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id"
] as const

/** What differs between a contact and its row, without what the row or the export warns of. */
const differences = (
  { contacts, fields }: Workspace,
  shown: ExportedContact,
  row: CheckedRow | undefined,
  warnings: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (row === undefined) return ["the row"]
  const said = [
    ...row.warnings.map(({ error }) => error),
    ...(Result.isFailure(row.reading) ? [row.reading.failure.error] : [])
  ]
  const isNamed = (field: string) => said.some((error) => error.includes(field))
  if (Result.isFailure(row.reading)) return said.some((error) => /custom_fields\./.test(error)) ? [] : said
  const { body } = row.reading.success
  const of = (text: unknown) => (typeof text === "string" && warnings.length > 0 ? text.trim() : text)
  const differ: Array<string> = names.filter((field) => (body[field] ?? null) !== shown[field])
  for (const field of fields) {
    const given = Object.entries(body.custom_fields ?? {}).find(([key]) => key === field.fieldKey)?.[1]
    const stored = Object.entries(shown.custom_fields).find(([key]) => key === field.fieldKey)?.[1]
    // The contact has its options, archived ones too.
    const read = given === undefined ? null : Result.getOrElse(readValue(field, given, stored ?? null), () => "refused")
    if (JSON.stringify(of(read)) !== JSON.stringify(of(stored ?? null))) differ.push(`custom_fields.${field.fieldKey}`)
  }
  const joined = contacts.find(({ uuid }) => uuid === shown.uuid)?.lists.map(({ uuid }) => uuid) ?? []
  if (JSON.stringify([...(body.contact_list_uuids ?? [])].toSorted()) !== JSON.stringify(joined.toSorted()))
    differ.push("lists")
  return differ.filter((field) => !isNamed(field))
}

describe("I11: an exported workspace", () => {
  it(
    `imports unchanged from every kind of file and through a spreadsheet, or with a warning: ${cases} cases`,
    { timeout: 600_000 },
    () =>
      fc.assert(
        fc.asyncProperty(workspaceArbitrary, async (workspace) => {
          const { known, shown, text, warnings } = exported(workspace)
          const rows = await imported(workspace, text, known)
          const found = shown.map((contact, at) => differences(workspace, contact, rows[at], warnings))
          assert.deepStrictEqual(
            found,
            shown.map(() => []),
            text
          )
        }),
        { numRuns: cases }
      )
  )
})
