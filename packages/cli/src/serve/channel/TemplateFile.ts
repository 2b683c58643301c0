import { Template } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { type JsonFileUnusable, readJsonFile } from "./JsonFile.ts"
import { checkRegular } from "../RegularFile.ts"
import { StartRefused } from "../StartRefused.ts"

const variable = "ROLLCALL_TEMPLATES"

/** Reads the templates from the file of the variable. Fails with one line: variable, file, place in it, problem. */
export const readTemplates = (filename: string): Effect.Effect<ReadonlyArray<Template>, StartRefused> =>
  Effect.andThen(
    checkRegular(variable, filename),
    Effect.mapError(
      readTemplateFile(filename),
      ({ message }) => new StartRefused({ message: `${variable}: ${message}` })
    )
  )

/** Reads the templates from a JSON file with an array. */
export const readTemplateFile: (filename: string) => Effect.Effect<ReadonlyArray<Template>, JsonFileUnusable> =
  readJsonFile(Schema.Array(Template), { repeatsInput: true })
