import { Schema, SchemaGetter } from "effect"
import { variable } from "./Variable.ts"

/** Texts with commas between, at least one. */
const Words = Schema.String.pipe(
  Schema.decodeTo(Schema.NonEmptyArray(Schema.NonEmptyString), {
    decode: SchemaGetter.transform((text: string) => {
      const [first = "", ...rest] = text.split(",").map((word) => word.trim())
      return [first, ...rest] as const
    }),
    encode: SchemaGetter.transform((words) => words.join(", "))
  })
)

/** The variables of what channels report. */
export const inboxVariables = {
  stopWords: variable({
    name: "ROLLCALL_STOP_WORDS",
    meaning:
      "The words, with commas between, with which a message of a person opts the person out; they replace Rollcall's own.",
    otherwise: "stop, unsubscribe, opt out and others, by language",
    schema: Words,
    fallback: undefined,
    expected: "words with commas between"
  })
}
