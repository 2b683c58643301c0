import { globSync } from "node:fs"
import { join } from "node:path"
import { read, repository } from "../../Repository.ts"
import type { Module } from "./PastedBlocks.ts"

/** An example of a docstring. */
export interface Example {
  readonly file: string
  /** The line of its tag, from 1. */
  readonly line: number
  readonly text: string
}

const example = /^( *) \* @example\n((?:\1 \*(?: (?!@)[^\n]*)?\n)*)/gm

/** The examples of the docstrings of files. */
export const examplesIn = (pattern: string): ReadonlyArray<Example> =>
  globSync(pattern, { cwd: repository })
    .sort()
    .flatMap((file) =>
      Array.from(read(file).matchAll(example), ({ 2: lines = "", index, input }) => ({
        file,
        line: input.slice(0, index).split("\n").length,
        text: lines.replaceAll(/^ *\* ?/gm, "").trimEnd()
      }))
    )

/** The examples of the promise library as modules, in which a Rollcall and a workspace are open. */
const ofPromises = (): ReadonlyArray<Module> =>
  examplesIn("packages/rollcall/src/**/*.ts").map((one) =>
    moduleOf(one, [
      'import type { Rollcall, Workspace } from "rollcall"',
      "declare const rollcall: Rollcall",
      "declare const clinic: Workspace"
    ])
  )

/** The values that examples of core use, by the types that all contexts share. */
const subjects = {
  workspace: "WorkspaceUuid",
  caller: "Caller",
  contact: "ContactUuid",
  other: "ContactUuid",
  list: "ContactListUuid",
  addition: "ContactJobUuid",
  job: "ContactJobUuid",
  segment: "SegmentUuid",
  field: "CustomFieldUuid",
  note: "NoteUuid",
  contactImport: "ContactImportUuid",
  broadcast: "BroadcastUuid",
  message: "ReceivedMessageUuid",
  webhook: "WebhookUuid"
}

const core = "packages/core/src"

/** The examples of core as modules: each is in a generator, and knows the exports of the door of its district. */
const ofCore = (): ReadonlyArray<Module> =>
  examplesIn(`${core}/*/**/*.ts`).map((one) => {
    const [district = ""] = one.file.slice(core.length + 1).split("/")
    const door = district === "person" ? "people" : district
    const exported = new Set(read(`${core}/${door === "shared" ? "index" : door}.ts`).match(/\b\w+\b/g))
    const used = new Set((one.text.match(/(?<![.\w"])\w*[A-Z]\w*/g) ?? []).filter((name) => exported.has(name)))
    return moduleOf(
      one,
      [
        'import { DateTime, Effect, Metric, Option, Redacted, Stream } from "effect"',
        `import { ${[...used].join(", ")} } from "@rollcall/core${door === "shared" ? "" : `/${door}`}"`,
        'import type * as Shared from "@rollcall/core/operations"',
        ...Object.entries(subjects).map(([name, type]) => `declare const ${name}: Shared.${type}`),
        "declare const token: Redacted.Redacted",
        "Effect.gen(function* () {"
      ],
      "})"
    )
  })

const moduleOf = ({ file, line, text }: Example, given: ReadonlyArray<string>, end = "export {}"): Module => ({
  file: join(file, "..", `Example${line}.ts`),
  text: [...given, text, end].join("\n"),
  blocks: [[given.length, { page: file, line, language: "ts", words: [], title: undefined, text, comments: [] }]]
})

/** The examples of docstrings that readers see: each as a module that is compiled. */
export const exampleModules = (): ReadonlyArray<Module> => [...ofPromises(), ...ofCore()]
