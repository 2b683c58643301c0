import { Redacted, Schema, SchemaGetter } from "effect"

/** The database that a URL names. */
export type DatabaseUrl =
  | { readonly _tag: "Sqlite"; readonly filename: string }
  /** A database in memory, which is lost when the process exits. */
  | { readonly _tag: "Memory" }
  /** The URL of a Postgres database, which may contain a password. */
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }

const Location: Schema.Codec<DatabaseUrl> = Schema.Union([
  Schema.TaggedStruct("Sqlite", { filename: Schema.NonEmptyString }),
  Schema.TaggedStruct("Memory", {}),
  Schema.TaggedStruct("Postgres", { url: Schema.Redacted(Schema.String) })
])

/** `sqlite:<file>`, `memory:` or `postgres://...`. */
export const DatabaseUrl = Schema.String.check(
  Schema.isPattern(/^(sqlite:(?!:).+|memory:|postgres(ql)?:\/\/.+)$/)
).pipe(
  Schema.decodeTo(Location, {
    decode: SchemaGetter.transform(parse),
    encode: SchemaGetter.transform(format)
  })
)

function parse(text: string): DatabaseUrl {
  if (text === "memory:") return { _tag: "Memory" }
  // `sqlite:///var/x.db` and `sqlite:/var/x.db` are the same file, as in most tools.
  return text.startsWith("sqlite:")
    ? { _tag: "Sqlite", filename: text.slice("sqlite:".length).replace(/^\/\//, "") }
    : { _tag: "Postgres", url: Redacted.make(text) }
}

function format(url: DatabaseUrl): string {
  switch (url._tag) {
    case "Sqlite":
      return `sqlite:${url.filename}`
    case "Memory":
      return "memory:"
    case "Postgres":
      return Redacted.value(url.url)
  }
}
