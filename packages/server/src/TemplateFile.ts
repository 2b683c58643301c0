import { Template } from "@rollcall/core"
import { Effect, Schema, SchemaIssue } from "effect"
import { readFile } from "node:fs/promises"
import { refuseFile, StartRefused } from "./StartRefused.ts"

const variable = "ROLLCALL_TEMPLATES"

const decodeTemplates = Schema.decodeUnknownEffect(Schema.Array(Template), {
  onExcessProperty: "error",
  reportInput: true
})

/**
 * The templates of a JSON file: an array of what the catalogue keeps. Fails with one line that names the variable, the
 * file and the place in it.
 */
export const readTemplates = Effect.fn("TemplateFile.readTemplates")(function* (filename: string) {
  const refuse = (why: string) => new StartRefused({ message: `${variable}: ${filename}: ${why}` })
  const text = yield* Effect.tryPromise({
    try: () => readFile(filename, "utf8"),
    catch: (cause) => refuseFile(variable, filename, cause)
  })
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => refuse(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  })
  return yield* Effect.mapError(decodeTemplates(json), (error) => refuse(firstIssue(error.issue)))
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first thing that is wrong, after its place: `[2].cards[0].header: Expected ...`. */
const firstIssue = (issue: SchemaIssue.Issue): string => {
  const first = format(issue).issues[0]
  const place = (first?.path ?? [])
    .map((step) => (typeof step === "object" ? step.key : step))
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
  return `${place === "" ? "the whole" : place}: ${(first?.message ?? "cannot be used").replace(/\s+/g, " ")}`
}
