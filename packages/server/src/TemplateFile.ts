import { Template } from "@rollcall/core"
import { Effect, Schema, SchemaIssue } from "effect"
import { readFile } from "node:fs/promises"
import { checkRegular } from "./RegularFile.ts"
import { StartRefused, whyUnusable } from "./StartRefused.ts"

const variable = "ROLLCALL_TEMPLATES"

const decodeTemplates = Schema.decodeUnknownEffect(Schema.Array(Template), {
  onExcessProperty: "error",
  reportInput: true
})

/** Reads the templates of the file that the variable names. Fails with one line: variable, file, place in it, problem. */
export const readTemplates = (filename: string): Effect.Effect<ReadonlyArray<Template>, StartRefused> =>
  Effect.andThen(
    checkRegular(variable, filename),
    Effect.mapError(
      readTemplateFile(filename),
      ({ message }) => new StartRefused({ message: `${variable}: ${message}` })
    )
  )

/** A file cannot be used for templates. The message is one line: file, place in it, problem. */
class TemplateFileUnusable extends Schema.TaggedError<TemplateFileUnusable>()("TemplateFileUnusable", {
  message: Schema.String
}) {}

/** Reads the templates of a JSON file, which has an array of them. */
export const readTemplateFile = Effect.fn("TemplateFile.readTemplateFile")(function* (filename: string) {
  const refuse = (why: string) => new TemplateFileUnusable({ message: `${filename}: ${why}` })
  const text = yield* Effect.tryPromise({
    try: () => readFile(filename, "utf8"),
    catch: (cause) => refuse(whyUnusable(cause))
  })
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => refuse(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  })
  return yield* Effect.mapError(decodeTemplates(json), (error) => refuse(firstIssue(error.issue)))
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue after its place: `[2].cards[0].header: Expected ...`. */
const firstIssue = (issue: SchemaIssue.Issue): string => {
  const first = format(issue).issues[0]
  const place = (first?.path ?? [])
    .map((step) => (typeof step === "object" ? step.key : step))
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
  return `${place === "" ? "the whole" : place}: ${(first?.message ?? "cannot be used").replace(/\s+/g, " ")}`
}
