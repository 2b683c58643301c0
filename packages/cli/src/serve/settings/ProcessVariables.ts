import { Schema } from "effect"
import { variable } from "./Variable.ts"
import { WholeNumber } from "./VariableSchemas.ts"

export const processVariables = {
  processes: variable({
    name: "ROLLCALL_PROCESSES",
    meaning:
      "Number of server processes on Postgres, or auto for one per core. A supervisor replaces failed processes and restarts them on SIGHUP. SQLite and memory: use one.",
    otherwise: "one, on its own",
    schema: Schema.Union([Schema.Literal("auto"), WholeNumber(1, 128)]),
    fallback: undefined,
    expected: "auto or a whole number from 1 to 128"
  })
}
