import { Effect, Schema, SchemaIssue } from "effect"
import { readFile } from "node:fs/promises"
import { whyUnusable } from "../StartRefused.ts"

/** An error for a JSON file that can't be used. The message is one line with the file, the place in it and the problem. */
export class JsonFileUnusable extends Schema.TaggedError<JsonFileUnusable>()("JsonFileUnusable", {
  message: Schema.String
}) {}

/** Makes a function that reads a JSON file. Fails for a property that the schema doesn't have. */
export const readJsonFile = <A>(schema: Schema.ConstraintDecoder<A>, options: { readonly repeatsInput: boolean }) => {
  const decode = Schema.decodeUnknownEffect(schema, {
    onExcessProperty: "error",
    reportInput: options.repeatsInput
  })
  return Effect.fn("JsonFile.read")(function* (filename: string) {
    const refuse = (why: string) => new JsonFileUnusable({ message: `${filename}: ${why}` })
    const text = yield* Effect.tryPromise({
      try: () => readFile(filename, "utf8"),
      catch: (cause) => refuse(whyUnusable(cause))
    })
    const json = yield* Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: (error) => refuse(options.repeatsInput ? `it is not JSON: ${messageOf(error)}` : "it is not JSON")
    })
    return yield* Effect.mapError(decode(json), (error) => refuse(firstIssue(error.issue)))
  })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Formats the first issue with its place: `[2].cards[0].header: Expected ...`. */
const firstIssue = (issue: SchemaIssue.Issue): string => {
  const first = format(issue).issues[0]
  const place = (first?.path ?? [])
    .map((step) => (typeof step === "object" ? step.key : step))
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
  return `${place === "" ? "the whole" : place}: ${(first?.message ?? "cannot be used").replace(/\s+/g, " ")}`
}
