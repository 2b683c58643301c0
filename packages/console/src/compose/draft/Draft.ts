import {
  isRecord,
  type ReadBy,
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

const valueFormats = ["date_time", "date", "full_date", "time", "integer", "decimal"] as const
export type ValueFormat = (typeof valueFormats)[number]

export const noValue = { source: "field", text: "", field: "", column: "", fallback: "", format: "" } as const

const unwritten = {
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
} as const

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

const readValue = readStruct(
  {
    source: readOneOf(sources),
    text: readText,
    field: readText,
    column: readText,
    fallback: readText,
    /** The format of a field's value; empty for the default of its type. */
    format: readOneOf(["", ...valueFormats])
  },
  noValue
)

/** The value of a parameter. Sources that are not in use keep what was typed. */
export type Value = ReadBy<typeof readValue>

/** Reads a stored draft. Missing or invalid members have the values of a new draft. */
export const readDraft = readStruct(
  {
    /** The idempotency key. A draft is sent once, however often it is tried. */
    key: readText,
    zone: readText,
    name: readText,
    /** The template as `template_name`, locale, channel and account, joined by `templateKey`; empty for none. */
    template: readText,
    from: readText,
    who: readOneOf(["audience", "pasted"]),
    include: readList(readPart),
    exclude: readList(readPart),
    /** The key of a checkbox field that contacts must have checked; empty for no requirement. */
    required: readText,
    pasted: readText,
    /** The values of parameters, by their blanks: `body.1`, `cards.0.header`. */
    values: readRecord<Value>(readValue),
    start: readOneOf(["now", "later"]),
    /** A date and time without a time zone, as `2026-03-29T09:00`; empty for none. */
    startAt: readText,
    /** Whether the later of two equal local times is meant, when clocks are set back. */
    second: readBoolean,
    until: readText,
    resolve: readOneOf(["acceptance", "start"])
  },
  unwritten
)

/** The composer's typed values. They survive a reload and a change of template, because values are stored by blank. */
export type Draft = ReadBy<typeof readDraft>

export const emptyDraft = (zone: string): Draft => ({ ...unwritten, key: crypto.randomUUID(), zone })

/** Returns whether two drafts are equal, ignoring their keys. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  JSON.stringify({ ...a, key: "" }) === JSON.stringify({ ...b, key: "" })
