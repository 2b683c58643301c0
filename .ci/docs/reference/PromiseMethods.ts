import { globSync } from "node:fs"
import { read, repository } from "../../Repository.ts"
import { type Docstring, docstringOf, parseDocstring } from "./source/Docstring.ts"
import { wireMeanings } from "./Document.ts"
import { cell, code, generatedPage, table } from "./Markdown.ts"
import { type Described, docstringBefore, type Member, type Sources } from "./source/Types.ts"
import { functionOf, type Shapes, shapesOf, shortType, withNames, withoutUndefined } from "./source/TypeText.ts"

const folder = "packages/rollcall/src"

/** What the pages of all areas are written with. */
interface Writing {
  readonly shapes: Shapes
  /** What the document of the API says of a member that has no docstring. */
  readonly meaningOf: (type: string, member: string) => string
}

/** An area of a workspace: what `clinic.contacts` is. */
interface Area {
  readonly name: string
  readonly doc: string
  readonly file: string
  readonly type: string
}

/** The areas, in the order of the type of a workspace. */
const areasOf = (sources: Sources): ReadonlyArray<Area> => {
  const files = areaFiles()
  return sources.describe(`${folder}/Workspace.ts`, "Areas").members.map(({ doc, name, type }) => {
    const file = files.find((one) => RegExp(`export interface ${type}\\b`).test(read(one)))
    if (file === undefined) throw new Error(`no file of areas has ${type}`)
    return { name, doc, file, type }
  })
}

/** An example with what it is about, which stands above it where it is compiled. */
const exampleBlock = (example: string): ReadonlyArray<string> => {
  const types = Object.entries({ rollcall: "Rollcall", clinic: "Workspace" }).filter(([name]) =>
    RegExp(`(?<!["'\\w])${name}\\.`).test(example)
  )
  const block = `\`\`\`ts\n${example}\n\`\`\``
  if (types.length === 0) return [block]
  const given = [
    `import type { ${types.map(([, type]) => type).join(", ")} } from "rollcall"`,
    ...types.map(([name, type]) => `declare const ${name}: ${type}`)
  ]
  return [`<!-- given:\n${given.join("\n")}\n-->`, block]
}

const isMethod = ({ type }: Member): boolean => functionOf(type) !== null

/** A method of a promise library: what it is called with, what it returns, how it fails, and an example. */
const methodPart = (
  heading: string,
  call: string,
  type: string,
  doc: Docstring,
  toPages: string,
  writing: Writing
): string => {
  const short = (text: string) => withNames(shortType(text), writing.shapes)
  const { parameters, returns } = functionOf(type) ?? { parameters: [], returns: type }
  const given = parameters.map((one) => `${one.name}: ${short(one.type)}`).join(", ")
  const rows = parameters.flatMap(({ name, type }) => {
    const said = doc.params.find((param) => param.name === name.replace("?", ""))
    return said === undefined && name.startsWith("options")
      ? []
      : [[code(name), code(short(type)), cell(said?.text ?? "")]]
  })
  return [
    heading,
    doc.text,
    code(`${call}(${given}): ${short(returns)}`).replaceAll("\\|", "|"),
    ...(rows.length === 0 ? [] : [table(["argument", "type", "meaning"], rows)]),
    ...(doc.returns === "" || doc.returns === "Nothing." ? [] : [`**Returns** ${doc.returns}`]),
    ...(doc.throws.length === 0
      ? []
      : [
          "**Fails** with",
          doc.throws
            .map(({ code: name, text }) => `- [\`${name}\`](${toPages}errors.md) ${text.replaceAll(/\s*\n\s*/g, " ")}`)
            .join("\n")
        ]),
    ...(doc.example === "" ? [] : exampleBlock(doc.example))
  ].join("\n\n")
}

const membersTable = (type: string, members: ReadonlyArray<Member>, { meaningOf, shapes }: Writing): string =>
  table(
    ["member", "type", "meaning"],
    members.map((member) => [
      code(`${member.name}${member.isOptional ? "?" : ""}`),
      code(withNames(shortType(member.isOptional ? withoutUndefined(member.type) : member.type), shapes)),
      cell(member.doc === "" ? meaningOf(type, member.name) : member.doc)
    ])
  )

/** A type that methods take or return. */
const typePart = ({ doc, kinds, members, name, type }: Described, writing: Writing): string =>
  [
    `### ${name}`,
    ...(doc === "" ? [] : [doc]),
    ...(kinds.length === 0
      ? members.length === 0 || name === "FieldName"
        ? [code(shortType(type, 200)).replaceAll("\\|", "|")]
        : [membersTable(name, members, writing)]
      : kinds.flatMap((kind) => [
          kind.name.startsWith("__") ? code(shortType(kind.type, 0)) : `**${kind.name}**: ${kind.doc}`,
          membersTable(
            name,
            kind.members.filter((member) => member.type !== "undefined"),
            writing
          )
        ]))
  ].join("\n\n")

const areaPage = (
  sources: Sources,
  area: Area,
  writing: Writing
): { readonly text: string; readonly methods: number } => {
  const { doc, isCallable, members } = sources.describe(area.file, area.type)
  const methods = members.filter(isMethod)
  const types = sources.exportsOf(area.file).filter((name) => !name.endsWith("Methods"))
  const shared = sources
    .exportsOf(area.file)
    .filter((name) => name.endsWith("Methods"))
    .some((name) => name !== area.type)
  const used = types.filter((name) => !shared || methods.some(({ type }) => RegExp(`\\b${name}\\b`).test(type)))
  const calls = isCallable
    ? [
        methodPart(
          `## clinic.${area.name}()`,
          `clinic.${area.name}`,
          "(options?: EventOptions) => AsyncIterable<HostEvent>",
          parseDocstring(docstringBefore(area.file, "\n  (options")),
          "../",
          writing
        )
      ]
    : []
  const text = generatedPage(
    `clinic.${area.name}`,
    doc,
    "`clinic` is a workspace of an open Rollcall. What every call has in common, and what opens one, is on the page of the [promise library](../promises.md).",
    ...calls,
    ...methods.map((method) =>
      methodPart(
        `## ${method.name}`,
        `clinic.${area.name}.${method.name}`,
        method.type,
        docstringOf(method),
        "../",
        writing
      )
    ),
    ...(used.length === 0
      ? []
      : ["## Types", ...used.map((name) => typePart(sources.describe(area.file, name), writing))])
  )
  return { text, methods: methods.length + calls.length }
}

/** The pages of the methods of a workspace, a page for each area, by their files. */
export const areaPages = (sources: Sources): ReadonlyArray<{ readonly file: string; readonly text: string }> => {
  const writing = writingOf(sources)
  return areasOf(sources).map((area) => ({
    file: `docs/reference/promises/${kebab(area.name)}.md`,
    text: areaPage(sources, area, writing).text
  }))
}

/** The shapes of all that methods take and return, and the meanings of their members. */
const writingOf = (sources: Sources): Writing => ({
  meaningOf: wireMeanings(),
  shapes: shapesOf(
    areaFiles().flatMap((file) =>
      sources
        .exportsOf(file)
        .filter((name) => !name.endsWith("Methods"))
        .map((name) => sources.describe(file, name))
    )
  )
})

const areaFiles = (): ReadonlyArray<string> =>
  globSync("areas/*.ts", { cwd: `${repository}/${folder}` })
    .sort()
    .map((file) => `${folder}/${file}`)

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const ofOpenRollcall = (sources: Sources, writing: Writing): ReadonlyArray<string> => {
  const file = `${folder}/Rollcall.ts`
  const create = sources.describe(file, "createRollcall")
  const methods = [...sources.describe(file, "Workspaces").members, ...sources.describe(file, "Rollcall").members]
  const names = new Set<string>()
  return [
    methodPart(
      "## createRollcall",
      "createRollcall",
      "(options: RollcallOptions) => Promise<Rollcall>",
      docstringOf(create),
      "",
      writing
    ),
    ...methods
      .filter(
        (method) =>
          isMethod(method) && !method.name.startsWith("__") && !names.has(method.name) && names.add(method.name)
      )
      .map((method) =>
        methodPart(
          `## rollcall.${method.name}`,
          `rollcall.${method.name}`,
          method.type,
          docstringOf(method),
          "",
          writing
        )
      )
  ]
}

/** What opens a store, a channel or a clock, by the doors of the library. */
const openings: Readonly<Record<string, ReadonlyArray<string>>> = {
  memory: ["memory"],
  sqlite: ["sqlite"],
  postgres: ["postgres", "fromPool"],
  simulator: ["simulator"],
  whatsapp: ["whatsapp"],
  testing: ["virtualClock", "testPreset"]
}

/** The files that the pages of the library are read from. */
export const promiseFiles: ReadonlyArray<string> = ["index", ...Object.keys(openings)].map(
  (door) => `${folder}/${door}.ts`
)

const ofOpenings = (sources: Sources, writing: Writing): ReadonlyArray<string> =>
  Object.entries(openings).flatMap(([door, names]) => [
    `### rollcall/${door}`,
    ...names.map((name) => {
      const described = sources.describe(`${folder}/${door}.ts`, name)
      return methodPart(`#### ${name}`, name, described.type, docstringOf(described), "", writing)
    })
  ])

/** The page of the promise library: how it is opened, what all calls have in common, and its areas. */
export const promisesPage = (sources: Sources): string => {
  const writing = writingOf(sources)
  const areas = areasOf(sources).map((area) => ({ ...area, methods: areaPage(sources, area, writing).methods }))
  const count = areas.reduce((sum, { methods }) => sum + methods, 0)
  const typesOf = (file: string, ...names: ReadonlyArray<string>) =>
    names.map((name) => typePart(sources.describe(`${folder}/${file}`, name), writing))
  return generatedPage(
    "The promise library",
    `\`createRollcall\` opens a Rollcall, \`rollcall.workspace\` a workspace of it, and a workspace has ${count} methods in ${areas.length} areas. ` +
      "The texts are those that editors show. [Embed with promises](../how-to/embed-with-promises.md) shows how they go together.",
    "## Areas of a workspace",
    table(
      ["area", "what it does", "methods"],
      areas.map(({ doc, methods, name }) => [
        `[\`clinic.${name}\`](promises/${kebab(name)}.md)`,
        cell(doc),
        String(methods)
      ])
    ),
    "## What every call has in common",
    sources.describe(`${folder}/Workspace.ts`, "Workspace").doc,
    "An argument that is not what its type says fails with [`invalid_input`](errors.md), whatever else a method names. A call that is " +
      "aborted by its `signal` rejects with the reason of the signal.",
    ...ofOpenRollcall(sources, writing),
    "## Stores, channels and clocks",
    "Each has a door of its own, so that a program loads what it uses.",
    ...ofOpenings(sources, writing),
    "## Types",
    ...typesOf("options/Options.ts", "RollcallOptions"),
    ...typesOf("Fetch.ts", "HttpOptions"),
    ...typesOf("methods/Inputs.ts", "CallOptions", "PageOptions", "CursorOptions"),
    ...typesOf("inputs/Search.ts", ...sources.exportsOf(`${folder}/inputs/Search.ts`)),
    ...typesOf("inputs/Broadcast.ts", ...sources.exportsOf(`${folder}/inputs/Broadcast.ts`))
  )
}
