import { type Variable, variables } from "./serve/index.ts"
import { Console, Effect, Layer } from "effect"
import { CliConfig, CliOutput, GlobalFlag, TerminalCapabilities } from "effect/cli"
import { addressVariables } from "./health/AddressVariables.ts"
import { commandVariables } from "./targets/Address.ts"

/** The part of the help of a command on the environment: every variable, its meaning and its default. */
export const environmentHelp = (variables: ReadonlyArray<Variable<unknown>>): string =>
  variables.map(({ meaning, name, otherwise }) => `  ${name}\n      ${meaning}\n      Default: ${otherwise}\n`).join("")

const showEnvironment = Effect.fnUntraced(function* ([, command = "serve"]: ReadonlyArray<string>) {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const read = Object.values(
    command === "serve" ? variables : command === "health" ? addressVariables : commandVariables
  )
  yield* Console.log(`\n${canColor ? "\u001b[1mENVIRONMENT\u001b[0m" : "ENVIRONMENT"}\n${environmentHelp(read)}`)
})

/** The help of every command ends with the environment that it reads, and the flags are the few that mean something here. */
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
