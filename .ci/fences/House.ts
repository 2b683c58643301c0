import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { read, repository } from "../Repository.ts"
import { picture } from "./Picture.ts"

/** A rule that a tool found broken, and in which file. */
export interface Finding {
  readonly file: string
  readonly rule: string
}

/** A small copy of the house in a folder of its own, with files laid over it, under the repository's own rules. */
export interface House {
  readonly oxlint: () => ReadonlyArray<Finding>
  readonly cruiser: () => ReadonlyArray<Finding>
  readonly remove: () => void
}

/**
 * Lays a house: the real manifests and configuration, and an index for every package that imports all that its row in
 * the picture allows. What it resolves from others is the repository's `node_modules`.
 */
export const layHouse = (files: { readonly [file: string]: string }): House => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-fences-"))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const file of ["package.json", ".oxlintrc.json", "tsconfig.json", "tsconfig.base.json"]) {
    cpSync(join(repository, file), join(root, file))
  }
  for (const name of [
    "effect",
    "@effect",
    "@types",
    "vitest",
    "fast-check",
    "picomatch",
    "any-ascii",
    "csv-parse",
    "csv-stringify",
    "cli-progress",
    "cli-table3"
  ]) {
    link(join(repository, "node_modules", name), join(root, "node_modules", name))
  }
  for (const [name, row] of Object.entries(picture)) {
    write(`packages/${name}/package.json`, manifestOf(name))
    write(`packages/${name}/src/index.ts`, indexOf([...row.house.map((house) => `@rollcall/${house}`), ...row.others]))
    link(join(root, "packages", name), join(root, "node_modules", "@rollcall", name))
  }
  write("packages/storage-sqlite/src/index.ts", indexOf(["@rollcall/core", "@rollcall/storage-sql", "effect"]))
  for (const [file, text] of Object.entries(files)) write(file, text)

  const run = (tool: string, ...options: ReadonlyArray<string>): string => {
    const done = spawnSync(join(repository, "node_modules", ".bin", tool), options, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024
    })
    if (done.error) throw done.error
    if (!done.stdout.startsWith("{")) throw new Error(`${tool} said: ${done.stdout}${done.stderr}`)
    return done.stdout
  }
  return {
    oxlint: () =>
      decodeOxlint(run("oxlint", "--format=json")).diagnostics.map(({ code, filename }) => ({
        file: filename,
        rule: code ?? "cannot be read"
      })),
    cruiser: () =>
      decodeCruiser(
        run("depcruise", "--config", join(repository, ".dependency-cruiser.js"), "--output-type=json", "packages")
      ).summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name })),
    remove: () => rmSync(root, { recursive: true, force: true })
  }
}

/** The manifest as it is, or what it will have to be for a package that is not there yet. */
const manifestOf = (name: string): string => {
  const file = `packages/${name}/package.json`
  if (existsSync(join(repository, file))) return read(file)
  const dependencies = Object.fromEntries((picture[name]?.others ?? []).map((other) => [other, "*"]))
  const exports = { ".": { source: "./src/index.ts" } }
  return JSON.stringify({ name: `@rollcall/${name}`, type: "module", exports, dependencies })
}

const indexOf = (specifiers: ReadonlyArray<string>): string =>
  specifiers.map((specifier, index) => `export * as part${index} from "${specifier}"\n`).join("")

const link = (target: string, path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

const decodeOxlint = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      diagnostics: Schema.Array(Schema.Struct({ code: Schema.optional(Schema.String), filename: Schema.String }))
    })
  )
)

const decodeCruiser = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      summary: Schema.Struct({
        violations: Schema.Array(Schema.Struct({ from: Schema.String, rule: Schema.Struct({ name: Schema.String }) }))
      })
    })
  )
)
