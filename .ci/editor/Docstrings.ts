import { globSync } from "node:fs"
import { read, repository } from "../Repository.ts"

/** A method with what its docstring says. */
export interface DocumentedMethod {
  /** The interface that has it, such as `ContactMethods`. */
  readonly owner: string
  readonly name: string
  /** What it does. */
  readonly text: string
  /** By the name of a parameter, what it takes. */
  readonly parameters: ReadonlyMap<string, string>
  readonly returns: string
  /** The codes of the errors that it names, with when they come. */
  readonly errors: ReadonlyMap<string, string>
  /** A piece of a program; empty without one. */
  readonly example: string
}

/** The files whose interfaces have the methods of the library with promises. */
const files = [
  ...globSync("packages/rollcall/src/areas/*.ts", { cwd: repository }).sort(),
  "packages/rollcall/src/Rollcall.ts"
]

/** An interface at the left margin, and a member of it with the docstring above. */
const interfaces = /^export interface (\w+)[^\n]* \{\n(.*?)^\}/gms
const members = /^ {2}\/\*\*\n(.*?)^ {3}\*\/\n {2}(?:readonly (\w+): [<(]|(\())/gms

/** Every method of the library with promises that has a docstring of several lines. */
export const documentedMethods = (): ReadonlyArray<DocumentedMethod> =>
  files.flatMap((file) =>
    Array.from(read(file).matchAll(interfaces)).flatMap(([, owner = "", body = ""]) =>
      Array.from(body.matchAll(members), ([, comment = "", name = "call"]) => methodOf(owner, name, comment))
    )
  )

const methodOf = (owner: string, name: string, comment: string): DocumentedMethod => {
  const lines = comment.split("\n").map((line) => line.replace(/^ *\* ?/, ""))
  const [text = "", ...tags] = lines.join("\n").split(/^@/m)
  const tagged = (tag: string) =>
    tags.filter((one) => one.startsWith(`${tag} `)).map((one) => one.slice(tag.length + 1))
  return {
    owner,
    name,
    text: sentence(text),
    parameters: pairs(tagged("param"), /^(\w+) (.*)$/),
    returns: sentence(tagged("returns").join(" ")),
    errors: pairs(tagged("throws"), /^\{(\w+)\} (.*)$/),
    example:
      tags
        .find((one) => one.startsWith("example\n"))
        ?.slice("example\n".length)
        .trim() ?? ""
  }
}

/** Text of several lines as one. */
const sentence = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, " ")

const pairs = (tags: ReadonlyArray<string>, pattern: RegExp): ReadonlyMap<string, string> =>
  new Map(
    tags.map((tag) => {
      const [, name = "", text = ""] = pattern.exec(sentence(tag)) ?? []
      return [name, text] as const
    })
  )

/** The texts of all docstrings of a file, each line break a space. */
export const docstringsOf = (file: string): string =>
  Array.from(read(file).matchAll(/\/\*\*([^]*?)\*\//g), ([, comment = ""]) =>
    sentence(comment.replaceAll(/^ *\* ?/gm, ""))
  ).join("\n")

/** The members of interfaces of the library with promises that have no docstring, each with the line of its file. */
export const undocumentedMembers = (): ReadonlyArray<string> =>
  globSync("packages/rollcall/src/{areas,inputs,options,results}/*.ts", { cwd: repository })
    .sort()
    .flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index, lines) =>
          /^ +readonly \w+\??: (?!never)/.test(line) && !lines[index - 1]?.trimEnd().endsWith("*/")
            ? [`${file}:${index + 1} ${line.trim()}`]
            : []
        )
    )

/** The methods of each area of a workspace, by the name of the area. */
export const methodsByArea = (
  methods: ReadonlyArray<DocumentedMethod>
): { readonly [area: string]: ReadonlyArray<DocumentedMethod> } =>
  Object.fromEntries(
    Array.from(
      read("packages/rollcall/src/Workspace.ts").matchAll(/readonly (\w+): (\w+Methods)/g),
      ([, area = "", methodsOf]) => [area, methods.filter(({ owner }) => owner === methodsOf)]
    )
  )
