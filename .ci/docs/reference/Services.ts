import { globSync } from "node:fs"
import { dirname } from "node:path"
import { read, repository } from "../../Repository.ts"
import { type Docstring, docstringOf } from "./source/Docstring.ts"
import { wireMeanings } from "./Document.ts"
import { cell, code, generatedPage, table } from "./Markdown.ts"
import { type ServiceType, typesTaken } from "./source/ServiceTypes.ts"
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

/** The unions that the sources of a door give a name, by it: the compiler prints the name alone. */
const unionsOf = (door: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    globSync(`${core}/${door}/**/*.ts`, { cwd: repository }).flatMap((file) =>
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

/** What the examples are about: the type of each, and the door that exports it. */
const subjects: Readonly<Record<string, readonly [type: string, door: string]>> = {
  workspace: ["WorkspaceUuid", "shared"],
  caller: ["Caller", "shared"],
  contact: ["ContactUuid", "shared"],
  other: ["ContactUuid", "shared"],
  list: ["ContactListUuid", "shared"],
  addition: ["ContactJobUuid", "shared"],
  job: ["ContactJobUuid", "shared"],
  segment: ["SegmentUuid", "shared"],
  field: ["CustomFieldUuid", "shared"],
  note: ["NoteUuid", "shared"],
  contactImport: ["ContactImportUuid", "shared"],
  broadcast: ["BroadcastUuid", "shared"],
  message: ["ReceivedMessageUuid", "shared"],
  webhook: ["WebhookUuid", "shared"],
  token: ["Redacted", "effect"]
}

/** Those that are uuids, without the workspace. */
const uuidNames = Object.keys(subjects).filter((name) => !["workspace", "caller", "token"].includes(name))

const modulesOfEffect = ["DateTime", "Metric", "Option", "Redacted", "Stream"]

/** An example with what stands above it where it is compiled: imports, and the constants that it is about. */
const exampleBlock = ({ about, door, example }: Pick<Service, "about" | "door"> & { readonly example: string }) => {
  const uses = (name: string) => RegExp(`(?<![\\w.$"])${name}\\b(?!["\\w]| *:)`).test(example)
  const given = Object.entries(subjects).filter(([name]) => uses(name))
  const shared = given.flatMap(([, [type, door]]) => (door === "shared" ? [type] : []))
  const lines = [
    `import { ${["Effect", ...modulesOfEffect.filter((name) => uses(name) || given.some(([, [type]]) => type === name))].join(", ")} } from "effect"`,
    `import { ${about.filter(uses).join(", ")} } from "@rollcall/core/${door}"`,
    ...(shared.length === 0 ? [] : [`import type { ${[...new Set(shared)].join(", ")} } from "@rollcall/core/shared"`]),
    ...given.map(([name, [type]]) => `declare const ${name}: ${type === "Redacted" ? "Redacted.Redacted" : type}`)
  ]
  return [`<!-- given:\n${lines.join("\n")}\n-->`, `\`\`\`ts\nEffect.gen(function* () {\n${example}\n})\n\`\`\``]
}

const methodPart = (service: Service, method: ServiceMethod, named: ReadonlyMap<string, ReadonlyArray<string>>) => {
  const { doc, member, parameters } = method
  const errors = errorsOf(member, named)
  const rows = parameters.map((name) => [code(name), cell(doc.params.find((param) => param.name === name)?.text ?? "")])
  return [
    `#### ${member.name}`,
    ...(doc.text === "" ? [] : [doc.text]),
    code(signatureOf(member)).replaceAll("\\|", "|"),
    ...(rows.length === 0 ? [] : [table(["argument", "meaning"], rows)]),
    ...(errors.length === 0 ? [] : [`Fails with ${errors.map((name) => `\`${name}\``).join(", ")}.`]),
    ...(doc.example === "" ? [] : exampleBlock({ ...service, example: doc.example }))
  ].join("\n\n")
}

/** A method of a service, the names of its arguments, and what its docstring says. */
interface ServiceMethod {
  readonly member: Member
  readonly parameters: ReadonlyArray<string>
  readonly doc: Docstring
}

/** A service that applications call. */
interface Service {
  readonly name: string
  /** The folder of core that exports it. */
  readonly door: string
  /** All that the door exports. */
  readonly about: ReadonlyArray<string>
  readonly doc: Docstring
  readonly methods: ReadonlyArray<ServiceMethod>
}

const methodOf = (member: Member): ServiceMethod => ({
  member,
  parameters: (functionOf(member.source)?.parameters ?? []).map(({ name }) => name.replace("?", "")),
  doc: docstringOf(member)
})

/** The services that the doors of core export, by the doors. */
const servicesOf = (sources: Sources): ReadonlyArray<Service> =>
  doors().flatMap((door) => {
    const file = `${core}/${door}/index.ts`
    const about = sources.exportsOf(file)
    return about.flatMap((name) => {
      const members = sources.serviceOf(file, name)
      if (members === undefined || !isService(members)) return []
      return [{ name, door, about, doc: docstringOf(sources.describe(file, name)), methods: members.map(methodOf) }]
    })
  })

/** The files that the page of the services is read from. */
export const serviceFiles = (): ReadonlyArray<string> => doors().map((door) => `${core}/${door}/index.ts`)

const aboutDoor = (door: string): string => /^\/\*\* ([^]*?) \*\//.exec(read(`${core}/${door}/index.ts`))?.[1] ?? ""

/** The types that methods take, with what is said of their members: by their docstrings, or by the document of the API. */
const serviceTypes = (sources: Sources, services: ReadonlyArray<Service>): ReadonlyArray<ServiceType> => {
  const meaningOf = wireMeanings()
  const methods = services.flatMap(({ methods }) => methods.map(({ member }) => member))
  return typesTaken(sources, methods, serviceFiles()).map((type) => ({
    ...type,
    members: type.members.map((member) => ({
      ...member,
      doc: member.doc === "" ? meaningOf(type.name, member.name) : member.doc
    }))
  }))
}

const typePart = ({ doc, members, name }: ServiceType, level: string): string =>
  [
    `${level} ${name}`,
    ...(doc === "" ? [] : [doc]),
    table(
      ["member", "meaning"],
      members.map(({ doc, isOptional, name }) => [code(`${name}${isOptional ? "?" : ""}`), cell(doc)])
    )
  ].join("\n\n")

const typesPart = (heading: string, types: ReadonlyArray<ServiceType>): ReadonlyArray<string> =>
  types.length === 0 ? [] : [heading, ...types.map((type) => typePart(type, `#${heading.replace(/ .*$/, "")}`))]

/** The page of the services of Effect, by the door of core that exports each. */
export const servicesPage = (sources: Sources): string => {
  const services = servicesOf(sources)
  const byDoor = Map.groupBy(services, ({ door }) => door)
  const types = Map.groupBy(serviceTypes(sources, services), ({ door }) => (byDoor.has(door) ? door : ""))
  return generatedPage(
    "Services of Effect",
    `\`Rollcall.layer\` of \`@rollcall/core\` provides ${services.length} services with ${services.flatMap(({ methods }) => methods).length} methods. A service is exported from the door ` +
      "of its context, and those that applications meet first also from `@rollcall/core`. Errors are classes that stand in the type of " +
      "each method; `message` says what to do. [Errors](errors.md) has what to do about each kind.",
    `In the examples \`workspace\`, ${uuidNames.map((name) => `\`${name}\``).join(", ")} are uuids of what they are named by, \`caller\` is a user in the workspace, and \`token\` an access token.`,
    table(
      ["door", "what it is about", "services"],
      Array.from(byDoor, ([door, ones]) => [
        code(`@rollcall/core/${door}`),
        cell(aboutDoor(door)),
        ones.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(", ")
      ])
    ),
    ...Array.from(byDoor).flatMap(([door, ones]) => {
      const named = unionsOf(door)
      return [
        `## @rollcall/core/${door}`,
        aboutDoor(door),
        ...ones.flatMap((service) => [
          `### ${service.name}`,
          service.doc.text,
          ...(service.doc.example === "" ? [] : exampleBlock({ ...service, example: service.doc.example })),
          ...service.methods.map((method) => methodPart(service, method, named))
        ]),
        ...typesPart(`### What ${door} takes`, types.get(door) ?? [])
      ]
    }),
    ...typesPart("## What many methods take", types.get("") ?? [])
  )
}
