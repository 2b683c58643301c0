import { Config, Console, Effect, Option, Runtime, Schema, Struct } from "effect"
import { Argument, Command, Flag, Prompt, TerminalCapabilities } from "effect/cli"
import { choices, defaults } from "./Choices.ts"
import { createProject, FolderNotEmpty, NotAFolder, requireEmpty } from "./CreateProject.ts"

/** Nothing was created, for the reason in the message. The process exits with 2. */
class NotCreated extends Schema.TaggedError<NotCreated>()("NotCreated", { message: Schema.String }) {
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 2
}

const canPrompt = Effect.map(TerminalCapabilities.TerminalCapabilities, ({ canPrompt }) => canPrompt)

/** A flag with few values. Without the flag, a terminal asks for the value. */
const choice = <Value extends string>(
  name: string,
  question: string,
  meanings: Readonly<Record<Value, string>>,
  otherwise: NoInfer<Value>
) => {
  const values = Struct.keys(meanings)
  const description = values.map((value) => `${value} (${meanings[value]})`).join(", ")
  const prompt = Prompt.Select({
    message: question,
    choices: values.map((value) => ({
      title: value,
      value,
      description: meanings[value],
      selected: value === otherwise
    }))
  })
  return {
    flag: Flag.Literals(name, values).pipe(
      Flag.withDescription(`${question} ${description}. Without a terminal: ${otherwise}`),
      Flag.optional
    ),
    ask: Effect.fnUntraced(function* (given: Option.Option<Value>) {
      if (Option.isSome(given)) return given.value
      return (yield* canPrompt) ? yield* Prompt.run(prompt) : otherwise
    })
  }
}

const store = choice("store", "Where are contacts and broadcasts kept?", choices.store, defaults.store)
const host = choice("host", "What runs them?", choices.host, defaults.host)
const channel = choice("channel", "What do messages leave through?", choices.channel, defaults.channel)
const language = choice("language", "Which language?", choices.language, defaults.language)

const folder = Argument.String("folder").pipe(
  Argument.withDescription("Folder of the project, which is not there yet or empty"),
  Argument.optional
)

/** Runs a function in a folder, and explains why the folder can't be used if it fails. */
const inFolder = <A>(folder: string, use: (folder: string) => A): Effect.Effect<A, NotCreated> =>
  Effect.try({
    try: () => use(folder),
    catch: (error) =>
      new NotCreated({
        message:
          error instanceof FolderNotEmpty || error instanceof NotAFolder ? error.message : `${folder}: ${String(error)}`
      })
  })

const example = "my-rollcall"

/**
 * Prompts for the folder until it can be used. The example is part of the question, because input would be appended to
 * a default.
 */
const folderPrompt = Prompt.String({
  message: `Folder (${example})`,
  validate: (answer) => {
    const folder = answer.trim() || example
    return Effect.as(
      Effect.mapError(inFolder(folder, requireEmpty), ({ message }) => message),
      folder
    )
  }
})

const askFolder = Effect.fnUntraced(function* (given: Option.Option<string>) {
  if (Option.isSome(given)) return given.value
  if (yield* canPrompt) return yield* Prompt.run(folderPrompt)
  return yield* new NotCreated({ message: `Name a folder: npm create rollcall ${example}` })
})

/**
 * Fails if npm consumed flags. npm puts flags without a preceding `--` only into its environment, so the program would
 * ignore them.
 */
export const requireFlags = Effect.gen(function* () {
  const kept = yield* Effect.filter(Struct.keys(choices), (name) =>
    Effect.map(Config.option(Config.String(`npm_config_${name}`)), Option.isSome)
  )
  if (kept.length === 0) return
  const flags = kept.map((name) => `--${name}`).join(", ")
  return yield* new NotCreated({
    message: `npm kept ${flags} for itself. Flags come after --, as in: npm create rollcall ${example} -- --store memory`
  })
})

/** Returns the remaining steps as commands to paste. */
const nextSteps = (folder: string, hasSettings: boolean): string =>
  [
    `Made ${folder}. Next:`,
    "",
    `  cd ${/^[\w./~-]+$/.test(folder) ? folder : JSON.stringify(folder)}`,
    "  npm install",
    "  npm test",
    "  npm start",
    "",
    ...(hasSettings ? ["Its settings are in the file .env. "] : []),
    "The README of the project says what each file is."
  ].join("\n")

/**
 * Returns whether a version of Node runs the created project. This program also runs on older versions, to report them.
 */
const runsProjects = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

/** The command `create-rollcall`, which `npm create rollcall` runs. */
export const createRollcallCommand = Command.make(
  "create-rollcall",
  { folder, store: store.flag, host: host.flag, channel: channel.flag, language: language.flag },
  Effect.fnUntraced(function* (given) {
    if (!runsProjects(process.versions.node)) {
      return yield* new NotCreated({ message: `Rollcall needs Node 22.19 or newer; this is ${process.versions.node}` })
    }
    const folder = yield* askFolder(given.folder)
    yield* inFolder(folder, requireEmpty)
    const chosen = {
      store: yield* store.ask(given.store),
      host: yield* host.ask(given.host),
      channel: yield* channel.ask(given.channel),
      language: yield* language.ask(given.language)
    }
    const files = yield* inFolder(folder, (into) => createProject(into, chosen))
    yield* Console.log(nextSteps(folder, files.includes(".env")))
  })
).pipe(
  Command.withDescription(
    "Make a project that keeps contacts and sends broadcasts with Rollcall. What no flag says is asked for."
  )
)
