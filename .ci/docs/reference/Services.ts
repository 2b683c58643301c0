import { globSync } from "node:fs"
import { dirname } from "node:path"
import { read, repository } from "../../Repository.ts"
import { docstringOf } from "./source/Docstring.ts"
import { cell, code, generatedPage, table } from "./Markdown.ts"
import type { Member, Sources } from "./source/Types.ts"
import { functionOf, partsOf } from "./source/TypeText.ts"

const core = "packages/core/src"

/** The doors of core that applications use: one for each context. */
const doors = (): ReadonlyArray<string> =>
  globSync("*/index.ts", { cwd: `${repository}/${core}` })
    .map(dirname)
    .sort()

/** The services that channels and stores call, or that are no methods of an application. */
const isService = (members: ReadonlyArray<Member>): boolean =>
  members.some(({ source }) => /\bEffect\.Effect<|\bStorageEffect<|\bStream\.Stream</.test(source))

const signatureOf = ({ name, source }: Member): string => {
  const whole = source
    .replaceAll(/\/\*\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return `${name}: ${whole.replaceAll(/\( /g, "(").replaceAll(/,? \)/g, ")")}`
}

const alias = /^(?:export )?type (\w+) =\s*\|?\s*(\w+(?:\s*\|\s*\w+)+)$/gm

/** The unions that sources give a name, by it: the compiler prints the name alone. */
const unions = (): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    globSync(`${core}/**/*.ts`, { cwd: repository }).flatMap((file) =>
      Array.from(read(file).matchAll(alias), ([, name = "", kinds = ""]) => [name, kinds.split(/\s*\|\s*/)] as const)
    )
  )

/** The errors of a method: the second argument of its `Effect`. */
const errorsOf = ({ type }: Member, named: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const whole = (name: string): ReadonlyArray<string> => named.get(name)?.flatMap(whole) ?? [name]
  const [, inside = ""] = /(?:Effect|Stream)<([^]*)>$/.exec(functionOf(type)?.returns ?? type) ?? []
  const errors = partsOf(partsOf(inside, ",")[1] ?? "", "|").flatMap(whole)
  // `E` is what a stream of the caller fails with.
  return [...new Set(errors)].filter((name) => name !== "never" && name !== "E").toSorted()
}

const methodPart = (member: Member, named: ReadonlyMap<string, ReadonlyArray<string>>): string => {
  const { text } = docstringOf(member)
  const errors = errorsOf(member, named)
  return [
    `#### ${member.name}`,
    ...(text === "" ? [] : [text]),
    code(signatureOf(member)).replaceAll("\\|", "|"),
    ...(errors.length === 0 ? [] : [`Fails with ${errors.map((name) => `\`${name}\``).join(", ")}.`])
  ].join("\n\n")
}

interface Door {
  readonly door: string
  readonly about: string
  readonly services: ReadonlyArray<{
    readonly name: string
    readonly doc: string
    readonly example: string
    readonly methods: ReadonlyArray<Member>
  }>
}

const doorOf = (sources: Sources, door: string): Door => {
  const file = `${core}/${door}/index.ts`
  const services = sources.exportsOf(file).flatMap((name) => {
    const methods = sources.serviceOf(file, name)
    if (methods === undefined || !isService(methods)) return []
    const { example, text } = docstringOf(sources.describe(file, name))
    return [{ name, doc: text, example, methods }]
  })
  return { door, about: /^\/\*\* ([^]*?) \*\//.exec(read(file))?.[1] ?? "", services }
}

/** The files that the page of the services is read from. */
export const serviceFiles = (): ReadonlyArray<string> => doors().map((door) => `${core}/${door}/index.ts`)

/** The page of the services of Effect, by the door of core that exports each. */
export const servicesPage = (sources: Sources): string => {
  const all = doors()
    .map((door) => doorOf(sources, door))
    .filter(({ services }) => services.length > 0)
  const named = unions()
  const methods = all.flatMap(({ services }) => services.flatMap(({ methods }) => methods))
  return generatedPage(
    "Services of Effect",
    `\`Rollcall.layer\` of \`@rollcall/core\` provides ${all.flatMap(({ services }) => services).length} services with ${methods.length} methods. A service is exported from the door ` +
      "of its context, and those that applications meet first also from `@rollcall/core`. Errors are classes that stand in the type of " +
      "each method; `message` says what to do. [Errors](errors.md) has what to do about each kind.",
    table(
      ["door", "what it is about", "services"],
      all.map(({ about, door, services }) => [
        code(`@rollcall/core/${door}`),
        cell(about),
        services.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(", ")
      ])
    ),
    ...all.flatMap(({ about, door, services }) => [
      `## @rollcall/core/${door}`,
      about,
      ...services.flatMap(({ doc, example, methods, name }) => [
        `### ${name}`,
        doc,
        ...(example === ""
          ? []
          : [
              "<!-- not compiled: .ci/test/Hover.test.ts compiles the examples of docstrings -->",
              `\`\`\`ts\nEffect.gen(function* () {\n${example}\n})\n\`\`\``
            ]),
        ...methods.map((method) => methodPart(method, named))
      ])
    ])
  )
}
