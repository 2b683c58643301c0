import {
  isRecord,
  type Reader,
  readBoolean,
  readList,
  readOneOf,
  readRecord,
  readText,
  readStruct
} from "../../reading/Reader.ts"

/** Contacts that a broadcast includes or excludes. */
export type AudiencePart =
  | { readonly kind: "list" | "segment" | "broadcast"; readonly uuid: string }
  | { readonly kind: "contacts"; readonly uuids: ReadonlyArray<string> }
  /** Filters in the format of the contacts view's URL, and the search term. */
  | { readonly kind: "search"; readonly filters: string; readonly term: string }

/** The source of a parameter's value: the same string for all, a field of each contact, or a column of the pasted rows. */
const sources = ["text", "field", "column"] as const

/** The value of a parameter. Sources that are not in use keep what was typed. */
export interface Value {
  readonly source: (typeof sources)[number]
  readonly text: string
  readonly field: string
  readonly column: string
  readonly fallback: string
  /** The format of a field's value; empty for the default of its type. */
  readonly format: "" | ValueFormat
}

/** The formats of a field's value. */
const valueFormats = ["date_time", "date", "full_date", "time", "integer", "decimal"] as const
export type ValueFormat = (typeof valueFormats)[number]

/** The composer's typed values. They survive a reload and a change of template, because values are stored by blank. */
export interface Draft {
  /** The idempotency key. A draft is sent once, however often it is tried. */
  readonly key: string
  readonly name: string
  /** The template as `template_name`, locale, channel and account, joined by `templateKey`; empty for none. */
  readonly template: string
  readonly from: string
  readonly who: "audience" | "pasted"
  readonly include: ReadonlyArray<AudiencePart>
  readonly exclude: ReadonlyArray<AudiencePart>
  /** The key of a checkbox field that contacts must have checked; empty for no requirement. */
  readonly required: string
  readonly pasted: string
  /** The values of parameters, by their blanks: `body.1`, `cards.0.header`. */
  readonly values: { readonly [blank: string]: Value }
  readonly start: "now" | "later"
  /** A date and time without a time zone, as `2026-03-29T09:00`; empty for none. */
  readonly startAt: string
  /** Whether the later of two equal local times is meant, when clocks are set back. */
  readonly second: boolean
  readonly until: string
  readonly zone: string
  readonly resolve: "acceptance" | "start"
}

export const noValue: Value = { source: "field", text: "", field: "", column: "", fallback: "", format: "" }

const unwritten: Omit<Draft, "key" | "zone"> = {
  name: "",
  template: "",
  from: "",
  who: "audience",
  include: [],
  exclude: [],
  required: "",
  pasted: "",
  values: {},
  start: "now",
  startAt: "",
  second: false,
  until: "",
  resolve: "acceptance"
}

export const emptyDraft = (zone: string): Draft => ({ ...unwritten, key: crypto.randomUUID(), zone })

/** Reads a stored part. */
export const readPart: Reader<AudiencePart> = (value) => {
  if (!isRecord(value)) return undefined
  const kind = readOneOf(["list", "segment", "broadcast", "contacts", "search"])(value.kind)
  if (kind === "contacts") {
    const uuids = readList(readText)(value.uuids)
    return uuids === undefined ? undefined : { kind, uuids }
  }
  if (kind === "search") return { kind, filters: readText(value.filters) ?? "", term: readText(value.term) ?? "" }
  const uuid = readText(value.uuid)
  return kind === undefined || uuid === undefined ? undefined : { kind, uuid }
}

/** Returns whether two drafts are equal, ignoring their keys. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  JSON.stringify({ ...a, key: "" }) === JSON.stringify({ ...b, key: "" })

const readValue = readStruct<Value>(
  {
    source: readOneOf(sources),
    text: readText,
    field: readText,
    column: readText,
    fallback: readText,
    format: readOneOf(valueFormats)
  },
  noValue
)

/** Reads a stored draft. Missing or invalid members have the values of a new draft. */
export const readDraft = readStruct<Draft>(
  {
    key: readText,
    zone: readText,
    name: readText,
    template: readText,
    from: readText,
    who: readOneOf(["audience", "pasted"]),
    include: readList(readPart),
    exclude: readList(readPart),
    required: readText,
    pasted: readText,
    values: readRecord(readValue),
    start: readOneOf(["now", "later"]),
    startAt: readText,
    second: readBoolean,
    until: readText,
    resolve: readOneOf(["acceptance", "start"])
  },
  unwritten
)
