import { globSync } from "node:fs"
import { join } from "node:path"
import { read, repository } from "../../Repository.ts"
import type { Module } from "./PastedBlocks.ts"

/** A docstring's example. */
export interface Example {
  readonly file: string
  /** The line of the `@example` tag, from 1. */
  readonly line: number
  readonly text: string
}

const example = /^( *) \* @example\n((?:\1 \*(?: (?!@)[^\n]*)?\n)*)/gm

/** Returns the examples in the docstrings of files. */
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

/** Returns the promise library's examples as modules with an open Rollcall and a workspace. */
const ofPromises = (): ReadonlyArray<Module> =>
  examplesIn("packages/rollcall/src/**/*.ts").map((one) =>
    moduleOf(one, [
      'import type { Rollcall, Workspace } from "rollcall"',
      "declare const rollcall: Rollcall",
      "declare const clinic: Workspace"
    ])
  )

/** The types of the values that core's examples use. */
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

/**
 * Returns core's examples as modules. Each runs in a generator, and may use the exports of its district's entry point.
 */
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

/** Returns the docstring examples that readers see, each as a module to compile. */
export const exampleModules = (): ReadonlyArray<Module> => [...ofPromises(), ...ofCore()]
