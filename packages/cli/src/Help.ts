import { type Variable, variables } from "./serve/index.ts"
import { Console, Effect, Layer } from "effect"
import { CliConfig, CliOutput, GlobalFlag, TerminalCapabilities } from "effect/cli"
import { addressVariables } from "./health/AddressVariables.ts"
import { commandVariables } from "./targets/Address.ts"

/** Returns the help text on environment variables: the name, meaning and default of each. */
export const environmentHelp = (variables: ReadonlyArray<Variable<unknown>>): string =>
  variables.map(({ meaning, name, otherwise }) => `  ${name}\n      ${meaning}\n      Default: ${otherwise}\n`).join("")

const showEnvironment = Effect.fnUntraced(function* ([, command = "serve"]: ReadonlyArray<string>) {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const read = Object.values(
    command === "serve" ? variables : command === "health" ? addressVariables : commandVariables
  )
  yield* Console.log(`\n${canColor ? "\u001b[1mENVIRONMENT\u001b[0m" : "ENVIRONMENT"}\n${environmentHelp(read)}`)
})

/**
 * Adds the environment variables of a command to its help, and limits the global flags to help, version and completions.
 */
export const helpLayer: Layer.Layer<never> = Layer.mergeAll(
  CliOutput.layerPresenter({
    present: (event) =>
      Effect.andThen(
        CliOutput.defaultPresenter.present(event),
        event._tag === "Help" ? showEnvironment(event.commandPath) : Effect.void
      )
  }),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
)
