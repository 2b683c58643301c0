import {
  type CellFormat,
  type ColumnTarget,
  contactFields,
  type FileLocale,
  type KnownField,
  type MapRule,
  nameOf,
  readLocale
} from "@rollcall/contact-files"
import { readBoolean, readOneOf, readRecord, readText, readStruct, keysOf } from "../../reading/Reader.ts"
import { own } from "../../reading/Own.ts"

/** The choices for a file: how to read it, how to map its columns, and what to do with its rows. */
export interface Choices {
  readonly format: FileFormat
  readonly encoding: string
  readonly delimiter: string
  readonly sheet: string
  readonly hasHeader: boolean
  /** The target of each column, by column name; empty for an ignored column. */
  readonly targets: { readonly [column: string]: string }
  /** The option that a cell means, by field key and normalized cell; empty to leave the cell out. */
  readonly options: { readonly [field: string]: { readonly [cell: string]: string } }
  /** The locale of the file's numbers and dates; empty to detect it from the values. */
  readonly locale: string
  readonly dateOrder: keyof typeof dateOrderTitles
  readonly decimal: keyof typeof decimalTitles
  readonly zone: keyof typeof zoneTitles
  readonly empty: keyof typeof emptyCellTitles
  readonly matchOn: keyof typeof matchTitles
  readonly mergeType: keyof typeof mergeTitles
  /** The uuid of a list to add all contacts to; empty for none. */
  readonly list: string
  /** Whether to restore archived contacts. */
  readonly restore: boolean
  readonly strict: boolean
}

export type FileFormat = (typeof formats)[number]

const formats = ["csv", "jsonl", "xlsx"] as const

/** The titles of locales with different number and date formats. The command line supports all others too. */
export const localeTitles: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ["", "Detect"] as const,
  ...(
    "ar bn cs da de de-AT de-CH el en-GB en-IN en-US es es-MX et fa fi fr fr-CA he hi hr hu id it ja ko lt lv nb nl pl pt-BR " +
    "pt-PT ro ru sk sl sr sv th tr uk vi zh-CN zh-TW"
  )
    .split(" ")
    .map((name) => [name, new Intl.DisplayNames("en", { type: "language" }).of(name) ?? name] as const)
])

export const dateOrderTitles = {
  auto: "Detect",
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day"
} as const

export const decimalTitles = { auto: "Detect", ",": "Comma", ".": "Point" } as const

export const zoneTitles = { utc: "UTC", local: Intl.DateTimeFormat().resolvedOptions().timeZone } as const

export const emptyCellTitles = { keep: "Leave the field as it is", clear: "Clear the field" } as const

export const matchTitles = {
  "": "No matching: each row creates a contact",
  email: "E-mail",
  phone_number: "Phone number",
  external_contact_id: "External ID",
  uuid: "UUID"
} as const

export const mergeTitles = {
  create_or_update: "Create contacts and update matching contacts",
  create: "Create contacts, skip matching contacts",
  update: "Only update matching contacts"
} as const

/** The choices for a new file. */
export const unchosen: Choices = {
  format: "csv",
  encoding: "utf-8",
  delimiter: ",",
  sheet: "",
  hasHeader: true,
  targets: {},
  options: {},
  locale: "",
  dateOrder: "auto",
  decimal: "auto",
  zone: "local",
  empty: "keep",
  matchOn: "",
  mergeType: "create_or_update",
  list: "",
  restore: false,
  strict: false
}

export const readChoices = readStruct<Choices>(
  {
    format: readOneOf(formats),
    encoding: readText,
    delimiter: readText,
    sheet: readText,
    hasHeader: readBoolean,
    targets: readRecord(readText),
    options: readRecord(readRecord(readText)),
    locale: readText,
    dateOrder: readOneOf(keysOf(dateOrderTitles)),
    decimal: readOneOf(keysOf(decimalTitles)),
    zone: readOneOf(keysOf(zoneTitles)),
    empty: readOneOf(keysOf(emptyCellTitles)),
    matchOn: readOneOf(keysOf(matchTitles)),
    mergeType: readOneOf(keysOf(mergeTitles)),
    list: readText,
    restore: readBoolean,
    strict: readBoolean
  },
  unchosen
)

const customPrefix = "custom_fields."

/** The names of all possible targets of a column. */
export const targetNames = (definitions: ReadonlyArray<KnownField>): ReadonlyArray<string> => [
  ...contactFields,
  ...definitions.map(({ field_key }) => customPrefix + field_key),
  "lists",
  "opted_out",
  "uuid"
]

/** Returns the target with a name; null for an ignored column, or for a custom field that no longer exists. */
const targetOf = (name: string, definitions: ReadonlyArray<KnownField>): ColumnTarget | null => {
  const field = contactFields.find((known) => known === name)
  if (field !== undefined) return { kind: "field", field }
  if (name === "uuid" || name === "lists" || name === "opted_out") return { kind: name }
  const definition = definitions.find(({ field_key }) => customPrefix + field_key === name)
  return definition === undefined ? null : { kind: "custom", definition }
}

/**
 * Converts the targets of the columns to rules for the reader. Every column has a rule, so that the reader doesn't detect
 * targets again.
 */
export const rulesOf = (
  { targets }: Choices,
  columns: ReadonlyArray<string>,
  definitions: ReadonlyArray<KnownField>
): ReadonlyArray<MapRule> =>
  columns.map((column) => ({ column, target: targetOf(own(targets, column) ?? "", definitions) }))

/** Returns the distinct targets, in the order of the columns. */
export const givenTargets = (rules: ReadonlyArray<MapRule>): ReadonlyArray<ColumnTarget> => {
  const found = new Map<string, ColumnTarget>()
  for (const { target } of rules) if (target !== null) found.set(nameOf(target), target)
  return [...found.values()]
}

/** Converts the choices to the format of the cells. */
export const cellFormatOf = ({ dateOrder, decimal, locale, options, zone }: Choices): CellFormat => ({
  dates: { order: dateOrder === "auto" ? null : dateOrder, toInstant: zone === "utc" ? (wall) => wall : inLocalZone },
  decimal: decimal === "auto" ? null : decimal,
  separator: null,
  multiselect: "replace",
  locale: locale === "" ? null : localeOf(locale),
  meanings: new Map(Object.entries(options).map(([field, cells]) => [field, new Map(Object.entries(cells))]))
})

const localeOf = (name: string): FileLocale | null => {
  const locale = readLocale(name)
  return locale._tag === "Success" ? locale.success : null
}

/** Returns the timestamp at which clocks in the browser's time zone show `wall`, a local time as a UTC timestamp. */
const inLocalZone = (wall: number): number => {
  const shown = new Date(wall)
  // The `Date` constructor reads a year below 100 as 19xx.
  const local = new Date(2000, 0, 1)
  local.setFullYear(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate())
  local.setHours(shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds())
  return local.getTime()
}
