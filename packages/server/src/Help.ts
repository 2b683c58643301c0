import { Console, Effect, Layer } from "effect"
import { CliConfig, CliOutput, GlobalFlag, TerminalCapabilities } from "effect/cli"
import { variables } from "./Settings.ts"

/** What `rollcall --help` says of the environment: every variable, what it means and what counts without it. */
export const environmentHelp: string = Object.values(variables)
  .map(({ meaning, name, otherwise }) => `  ${name}\n      ${meaning}\n      Default: ${otherwise}\n`)
  .join("")

const showEnvironment = Effect.gen(function* () {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  yield* Console.log(`\n${canColor ? "\u001b[1mENVIRONMENT\u001b[0m" : "ENVIRONMENT"}\n${environmentHelp}`)
})

/** The help of every command ends with the environment, and the flags are the few that mean something here. */
export const helpLayer: Layer.Layer<never> = Layer.mergeAll(
  CliOutput.layerPresenter({
    present: (event) =>
      Effect.andThen(CliOutput.defaultPresenter.present(event), event._tag === "Help" ? showEnvironment : Effect.void)
  }),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
)
