import type { Completions } from "effect/cli"
import { rulesNamed } from "../RuleLinks.ts"
import { proseOf } from "./Blocks.ts"
import { type KnownNames, snakeNamesIn } from "./KnownNames.ts"

/** What a page names that does not exist. */
interface Unknown {
  readonly page: string
  readonly line: number
  readonly name: string
  readonly kind: string
}

/** How many names of a page were looked up, and those that are not there. */
export interface Findings {
  readonly checked: number
  readonly unknown: ReadonlyArray<Unknown>
}

const span = /`([^`\n]+)`/g

/**
 * Looks up what a page has in backquotes outside of its blocks of code: names in snake_case, variables of the environment,
 * paths, commands and their options, and the status codes and the rules that its prose names.
 */
export const checkNames = (page: string, text: string, known: KnownNames): Findings => {
  let checked = 0
  const unknown: Array<Unknown> = []
  for (const [at, line] of proseOf(text).split("\n").entries()) {
    for (const { is, kind, name } of namesIn(line, known)) {
      checked++
      if (!is) unknown.push({ page, line: at + 1, name, kind })
    }
  }
  return { checked, unknown }
}

export interface Named {
  readonly kind: string
  readonly name: string
  readonly is: boolean
}

const namesIn = (line: string, known: KnownNames): ReadonlyArray<Named> => [
  ...Array.from(line.matchAll(span), ([, text = ""]) => text).flatMap((text) => namesInSpan(text, known)),
  ...Array.from(line.matchAll(status), ([, name = ""]) => ({ kind: "status", name, is: known.statuses.has(name) })),
  ...rulesNamed(line).map((name) => ({ kind: "rule", name, is: known.rules.has(name) }))
]

/** Numbers that prose calls an answer. */
const status = /\b(?:answers?|answered|HTTP|refused)(?: with| as)?(?: an?)? ([1-5]\d\d)\b/g

const namesInSpan = (text: string, known: KnownNames): ReadonlyArray<Named> => {
  if (/^rollcall( |$)/.test(text)) return inCommand(text.split(/\s+/).slice(1), known.commandLine)
  const path = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/(?:v1|broadcasts|channels)(?:\/[\w{}-]+)*)\/?(?:\?(\S*))?$/.exec(
    text
  )
  if (path !== null) return [atPath(path[2] ?? "", path[1], known), ...snakes(path[3] ?? "", known)]
  return [
    ...Array.from(text.matchAll(/\bROLLCALL_[A-Z0-9_]*[A-Z0-9]\b/g), ([name]) => ({
      kind: "variable",
      name,
      is: known.variables.has(name)
    })),
    ...Array.from(
      text.matchAll(/(?<![\w.])(?:clinic(?!\.(?:db|ts|test)\b)(?:\.\w+)+|rollcall(?:\.\w+)+(?=\())/g),
      ([name]) => ({
        kind: "call",
        name,
        is: known.calls.has(name)
      })
    ),
    ...settingsIn(text, known),
    ...Array.from(text.matchAll(/^--[a-z][\w-]*/g), ([name]) => ({
      kind: "option",
      name,
      is: hasFlag(known.commandLine, name, true)
    })),
    ...snakes(text, known)
  ]
}

/** A setting, or a method of an area without the workspace before it. */
const settingsIn = (text: string, { calls, settings }: KnownNames): ReadonlyArray<Named> => {
  const [name = "", part = ""] = /^(\w+)\.\w+(?=$|\()/.exec(text) ?? []
  const isPart = calls.has(`clinic.${part}`) || Array.from(settings).some((one) => one.startsWith(`${part}.`))
  return isPart ? [{ kind: "setting or method", name, is: settings.has(name) || calls.has(`clinic.${name}`) }] : []
}

const snakes = (text: string, known: KnownNames): ReadonlyArray<Named> =>
  snakeNamesIn(text).map((name) => ({ kind: "name", name, is: known.snake.has(name) }))

/** Whether a path of the document, with the names of its parameters in braces, is the given one, or the beginning of one. */
const isPath = (known: string, path: string, isWhole: boolean): boolean => {
  const parts = known.split("/")
  const given = path.split("/")
  return (
    (isWhole ? parts.length === given.length : parts.length >= given.length) &&
    given.every((part, at) => part === parts[at] || (parts[at] ?? "").startsWith("{"))
  )
}

const atPath = (path: string, method: string | undefined, { paths }: KnownNames): Named => ({
  kind: "path",
  name: `${method === undefined ? "" : `${method} `}${path}`,
  is: Array.from(paths).some(
    ([known, methods]) =>
      isPath(known, path, method !== undefined) && (method === undefined || methods.includes(method))
  )
})

/** The words of a command: its subcommands, until an argument, and its options. */
export const inCommand = (
  words: ReadonlyArray<string>,
  command: Completions.CommandDescriptor
): ReadonlyArray<Named> => {
  const [word = "", ...rest] = words
  if (word === "") return []
  const below = command.subcommands.find(({ name }) => name === word)
  if (below !== undefined) return [{ kind: "command", name: `rollcall ${word}`, is: true }, ...inCommand(rest, below)]
  const isCommand = command.subcommands.length > 0 && /^[a-z][a-z-]*$/.test(word)
  const flags = words.flatMap((one) => one.match(/(?<=^\[?)--[a-z][\w-]*/) ?? [])
  return [
    ...(isCommand ? [{ kind: "command", name: `${command.name} ${word}`, is: false }] : []),
    ...flags.map((name) => ({ kind: "option", name: `${command.name} ${name}`, is: hasFlag(command, name, false) }))
  ]
}

/** The options of every command. */
const global = ["--help", "--version", "--completions", "--log-level", "--wizard"]

const hasFlag = (command: Completions.CommandDescriptor, flag: string, isBelow: boolean): boolean =>
  global.includes(flag) ||
  command.flags.some(
    ({ name, negation }) => flag === `--${name}` || (negation !== false && flag === `--${negation ?? `no-${name}`}`)
  ) ||
  (isBelow && command.subcommands.some((below) => hasFlag(below, flag, true)))
