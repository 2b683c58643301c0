import { spawnSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { repository } from "../Repository.ts"
import { driver, packageGraph, webPages } from "./PackageGraph.ts"

const Diagnostic = Schema.Struct({ code: Schema.optional(Schema.String), filename: Schema.String })
const OxlintReport = Schema.fromJsonString(Schema.Struct({ diagnostics: Schema.Array(Diagnostic) }))
const Violation = Schema.Struct({ from: Schema.String, rule: Schema.Struct({ name: Schema.String }) })
const CruiserSummary = Schema.Struct({ violations: Schema.Array(Violation) })
const CruiserReport = Schema.fromJsonString(Schema.Struct({ summary: CruiserSummary }))

/** A broken rule reported by a linter, and its file. */
export interface Finding {
  readonly file: string
  readonly rule: string
}

/**
 * Writes `files` into a temporary copy of the repository's layout, runs oxlint and dependency-cruiser there with the
 * repository's configuration, and returns their findings. The layout has the real manifests, and for each package an
 * index that imports everything the package graph allows. npm packages come from the repository's `node_modules`.
 */
export const lint = (files: { readonly [file: string]: string }): ReadonlyArray<Finding> => {
  const root = mkdtempSync(join(tmpdir(), "rollcall-fences-"))
  try {
    layOut(root, files)
    const oxlint = Schema.decodeSync(OxlintReport)(run(root, "oxlint", "--format=json"))
    const config = join(repository, ".dependency-cruiser.js")
    const cruiser = Schema.decodeSync(CruiserReport)(
      run(root, "depcruise", "--config", config, "--output-type=json", "packages")
    )
    return [
      ...oxlint.diagnostics.map(({ code, filename }) => ({ file: filename, rule: code ?? "cannot be read" })),
      ...cruiser.summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }))
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const layOut = (root: string, files: { readonly [file: string]: string }) => {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const manifests = Object.keys(packageGraph).map((name) => `packages/${name}/package.json`)
  const projects = globSync("packages/*/tsconfig*.json", { cwd: repository })
  for (const file of [
    "package.json",
    ".oxlintrc.json",
    "tsconfig.json",
    "tsconfig.base.json",
    ...manifests,
    ...projects
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(repository, file), join(root, file))
  }
  for (const [name, imports] of Object.entries(packageGraph)) {
    const specifiers = imports.filter((specifier) => specifier !== driver && specifier !== "node:*")
    write(
      `packages/${name}/src/index.ts`,
      specifiers.map((specifier, index) => `export * as part${index} from "${specifier}"\n`).join("")
    )
    if (webPages.includes(name)) write(`packages/${name}/index.d.ts`, "export declare const page: string\n")
    link(join(root, "packages", name), join(root, "node_modules", "@rollcall", name))
  }
  const installed = Object.values(packageGraph)
    .flat()
    .filter((specifier) => !specifier.startsWith("@rollcall/") && specifier !== "node:*")
    .map((specifier) => specifier.replace(/\/.*/, ""))
  for (const name of new Set([...installed, "@types", "picomatch"])) {
    link(join(repository, "node_modules", name), join(root, "node_modules", name))
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
}

const run = (root: string, tool: string, ...options: ReadonlyArray<string>): string => {
  const done = spawnSync(join(repository, "node_modules", ".bin", tool), options, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
  if (done.error) throw done.error
  if (!done.stdout.startsWith("{")) throw new Error(`${tool} said: ${done.stdout}${done.stderr}`)
  return done.stdout
}

const link = (target: string, path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
