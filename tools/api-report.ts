import { Schema } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

// `npm run api` writes a package's exported declarations to its `api.txt`, so that reviewers see changes of the public
// API. `npm run api:check` fails if the file is out of date.
const packages = ["rollcall"]

const root = join(import.meta.dirname, "..")

const readManifest = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ exports: Schema.Record(Schema.String, Schema.Struct({ types: Schema.String })) })
  )
)

/** Returns a file's declarations, without comments. */
const declarationsIn = (text: string): string =>
  text
    .replaceAll(/[ \t]*\/\*\*[^]*?\*\/\n?|^\/\/#.*$|^export \{\};$/gm, "")
    .replaceAll(/^\s*\n/gm, "")
    .trim()

/** Returns the files that declarations import, in order. */
const namedIn = (file: string, text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/from "(\.[^"]+)\.ts"|import\("(\.[^"]+)\.ts"\)/g), ([, named, inline]) =>
    resolve(dirname(file), `${named ?? inline}.d.ts`)
  )

const reportOf = (name: string): string => {
  const folder = join(root, "packages", name)
  const built = spawnSync("tsc", ["-b", join(folder, "tsconfig.build.json")], { stdio: "inherit" })
  if (built.status !== 0) throw new Error(`the types of packages/${name} do not build`)
  const manifest = readManifest(readFileSync(join(folder, "package.json"), "utf8"))
  const seen = new Map<string, string>()
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return
    const text = readFileSync(file, "utf8")
    seen.set(file, declarationsIn(text))
    for (const named of namedIn(file, text)) visit(named)
  }
  for (const { types } of Object.values(manifest.exports)) visit(join(folder, types))
  const parts = Array.from(seen, ([file, text]) => `// ${relative(join(folder, "dist"), file)}\n${text}\n`).sort()
  return [`The public declarations of ${name}, written by \`npm run api\`.\n`, ...parts].join("\n")
}

for (const name of packages) {
  const file = join("packages", name, "api.txt")
  const path = join(root, file)
  const report = reportOf(name)
  if (existsSync(path) && readFileSync(path, "utf8") === report) continue
  if (process.argv.includes("--check")) {
    console.error(`${file} is out of date: the public API has changed. Run npm run api, and commit what it changes`)
    process.exitCode = 1
  } else writeFileSync(path, report)
}
