import { Schema } from "effect"
import { variable } from "./Variable.ts"
import { WholeNumber } from "./VariableSchemas.ts"

/** The variables of how many processes a server has. */
export const processVariables = {
  processes: variable({
    name: "ROLLCALL_PROCESSES",
    meaning:
      "How many processes serve and work on Postgres, under one that replaces those that die and restarts them on SIGHUP: a number, or auto for one for each core. SQLite and memory: have one.",
    otherwise: "one, on its own",
    schema: Schema.Union([Schema.Literal("auto"), WholeNumber(1, 128)]),
    fallback: undefined,
    expected: "auto or a whole number from 1 to 128"
  })
}
