import { shared, useShared } from "../reading/Shared.ts"
import { useEffect, useMemo } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import type { CustomField } from "./ContactEntry.ts"
import type { FieldKind } from "./filters/Filter.ts"
import type { DataType, TypeOf } from "./filters/FilterBody.ts"
import { keysOf } from "../reading/Reader.ts"
import { predefinedFields } from "./PredefinedFields.ts"
import { allPages, pagesOf } from "../api/Pages.ts"

/** A field for searching, sorting and showing contacts. */
export interface ContactField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  /** The definition, if it is a custom field. */
  readonly custom?: CustomField
  readonly choices?: ReadonlyArray<{ readonly value: string; readonly title: string }>
}

type PredefinedKey = keyof typeof predefinedFields

/** Returns whether every contact has the field, as filters name it. */
export const isPredefined = (key: string): key is PredefinedKey => Object.hasOwn(predefinedFields, key)

const kindOf: Readonly<Record<CustomField["field_type"], FieldKind>> = {
  text: "text",
  "number:integer": "integer",
  "number:decimal": "decimal",
  "number:percentage": "decimal",
  checkbox: "boolean",
  date: "instant",
  "date:date_time": "instant",
  "date:time": "text",
  "date:relative": "instant",
  select: "option",
  multiselect: "options",
  user: "text"
}

const dataTypes: Readonly<Record<FieldKind, DataType>> = {
  text: "text",
  option: "text",
  options: "text",
  integer: "long",
  decimal: "double",
  instant: "date",
  boolean: "boolean",
  set: "text"
}

/** The fields by key, in the order in which they are offered. */
export type ContactFields = ReadonlyMap<string, ContactField>

/** Returns the fields of contacts: the predefined fields, and the workspace's active custom fields. */
export const fieldsOf = (custom: ReadonlyArray<CustomField>): ContactFields =>
  new Map(
    [
      ...keysOf(predefinedFields).map((key): ContactField => ({ key, ...predefinedFields[key] })),
      ...custom.filter(({ status }) => status === "active").map(fromCustom)
    ].map((field) => [field.key, field])
  )

const fromCustom = (field: CustomField): ContactField => ({
  key: field.field_key,
  title: field.name,
  kind: kindOf[field.field_type],
  custom: field,
  ...(field.select_options && {
    choices: field.select_options.map((option) => ({ value: option.field_key, title: option.display_label }))
  })
})

export const dataTypeIn =
  (fields: ContactFields): TypeOf =>
  (key) => {
    const field = fields.get(key)
    return field?.custom === undefined ? undefined : dataTypes[field.kind]
  }

/** The definitions from the last load, so that a view has them at once when it is shown again. */
const known = shared<ReadonlyArray<CustomField> | undefined>(undefined)

/** Loads the definitions of all custom fields. */
export const allCustomFields = (
  signal: AbortSignal,
  status: CustomField["status"] = "active"
): Promise<ReadonlyArray<CustomField>> =>
  allPages(
    pagesOf("custom_fields", ({ offset }) =>
      call("GET /v1/custom-fields", { query: { limit: 100, offset, status }, signal })
    ),
    signal
  )

/** Returns the fields of contacts, and whether they already include the workspace's fields. */
export const useContactFields = () => {
  const { refusal, value } = useLoad(allCustomFields, [])
  useEffect(() => {
    if (value !== undefined) known.value = value
  }, [value])
  const earlier = useShared(known)
  const custom = value ?? earlier
  const fields = useMemo(() => fieldsOf(custom ?? []), [custom])
  return { fields, ready: custom !== undefined || refusal !== undefined, refusal }
}
