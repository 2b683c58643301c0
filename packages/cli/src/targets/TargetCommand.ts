import { Effect, Struct } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "./Flags.ts"
import { databaseFlags, targetFlags } from "./TargetFlags.ts"

type Config = Command.Command.Config
type Values<Flags extends Config> = Command.Command.Config.Infer<Flags>

/** Makes commands, each with `--json` and the flags for its target. */
interface Commands<Module, Where extends Config> {
  <const Name extends string, const Given extends Config, E, R>(
    name: Name,
    description: string,
    given: Given,
    /** Returns the function that runs the command with its arguments. */
    pick: (
      module: Module
    ) => (
      input: Values<Given & { readonly json: typeof jsonFlag }>,
      where: Values<Where>
    ) => Effect.Effect<unknown, E, R>,
    examples?: ReadonlyArray<Command.Command.Example>
  ): Command.Command<Name, Values<Given & { readonly json: typeof jsonFlag } & Where>, {}, E, R>
}

/** Makes the commands of a module, which is loaded when one of them runs. They have the given flags for their target. */
function commandsOn<const Where extends Config>(
  where: Where
): <Module>(load: () => Promise<Module>) => Commands<Module, Where>
function commandsOn(where: Config): unknown {
  type Given = { readonly [name: string]: unknown }
  type Run = (input: Given, where: Given) => Effect.Effect<unknown>
  const names = Struct.keys(where)
  return (load: () => Promise<unknown>) =>
    (
      name: string,
      description: string,
      given: Config,
      pick: (module: unknown) => Run,
      examples: ReadonlyArray<Command.Command.Example> = []
    ) =>
      Command.make(name, { ...given, json: given["json"] ?? jsonFlag, ...where }, (values: Given) =>
        Effect.flatMap(Effect.promise(load), (module) =>
          Effect.asVoid(pick(module)(Struct.omit(values, names), Struct.pick(values, names)))
        )
      ).pipe(Command.withDescription(description), Command.withExamples(examples))
}

/** Makes commands on a server or a database. */
export const targetCommands = commandsOn(targetFlags)

/** Makes commands without a target. */
export const localCommands = commandsOn({})

/** Makes commands on a workspace of a database. */
export const databaseCommands = commandsOn(databaseFlags)

const { workspace: _workspace, ...ofDatabase } = databaseFlags

/** Makes commands on a whole database. */
export const upkeepCommands = commandsOn({ ...ofDatabase, token: Flag.withHidden(ofDatabase.token) })
