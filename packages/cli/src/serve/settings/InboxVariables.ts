import { Schema, SchemaGetter } from "effect"
import { variable } from "./Variable.ts"

/** Strings separated by commas, at least one. */
const Words = Schema.String.pipe(
  Schema.decodeTo(Schema.NonEmptyArray(Schema.NonEmptyString), {
    decode: SchemaGetter.transform((text: string) => {
      const [first = "", ...rest] = text.split(",").map((word) => word.trim())
      return [first, ...rest] as const
    }),
    encode: SchemaGetter.transform((words) => words.join(", "))
  })
)

/** The variables of the inbox, for messages that channels report. */
export const inboxVariables = {
  stopWords: variable({
    name: "ROLLCALL_STOP_WORDS",
    meaning: "Words that opt a person out when sent as a message, separated by commas. They replace the default words.",
    otherwise: "stop, unsubscribe, opt out and others, by language",
    schema: Words,
    fallback: undefined,
    expected: "words separated by commas"
  })
}
