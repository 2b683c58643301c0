import { createHash } from "node:crypto"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { nameOf, packages, read, repository } from "../../Repository.ts"
import { localManifest, Manifest } from "./LocalManifest.ts"
import { folders, pack } from "./Pack.ts"

/** The folder for the files of `npm run pack`. */
export const packed = join(repository, "packed")

const decodeManifest = Schema.decodeSync(Schema.fromJsonString(Manifest))

/**
 * Packs every built package into a file in `packed`, and returns their stamp. A package depends on the other packages'
 * files next to it, or on their absolute paths. Different contents have a different stamp and so different names,
 * because npm does not read a file again if it knows its name.
 */
export const packLocal = (absolute: boolean): string => {
  const published = pack(folders)
  const contents = published.map(({ integrity, name }) => `${name} ${integrity}`).sort()
  const place = absolute ? packed : "."
  const stamp = createHash("sha256")
    .update([place, ...contents].join("\n"))
    .digest("hex")
    .slice(0, 8)
  const files = new Map(packages.map((name) => [nameOf(name), `${place}/${name}-${stamp}.tgz`]))
  const staged = mkdtempSync(join(tmpdir(), "rollcall-packed-"))
  try {
    const copies = packages.map((name, index) => {
      const [from, to] = [folders[index] ?? "", join(staged, name)]
      for (const file of published.find((one) => one.name === nameOf(name))?.files ?? []) {
        cpSync(join(from, file), join(to, file), { preserveTimestamps: true })
      }
      const manifest = localManifest(decodeManifest(readFileSync(join(from, "package.json"), "utf8")), files)
      writeFileSync(join(to, "package.json"), JSON.stringify(manifest, undefined, 2))
      return to
    })
    rmSync(packed, { recursive: true, force: true })
    mkdirSync(packed)
    for (const { filename, name } of pack(copies, packed)) {
      const folder = packages.find((each) => nameOf(each) === name)
      renameSync(join(packed, filename), join(packed, `${folder}-${stamp}.tgz`))
    }
    return stamp
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

const Versioned = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

/** Returns packages as a project installs them: Rollcall's as packed files, others in the version installed here. */
export const asInstalled = (names: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const files = packedFiles()
  return Object.fromEntries(
    names.map((name) => {
      const file = files.get(name)
      if (file !== undefined) return [name, `file:${file}`]
      return [name, Schema.decodeSync(Versioned)(read(`node_modules/${name}/package.json`)).version]
    })
  )
}

/** Returns the files of `npm run pack`, by package name. */
export const packedFiles = (): ReadonlyMap<string, string> =>
  new Map(
    packages.map((name) => {
      const [file, ...others] = globSync(`${name}-${"[0-9a-f]".repeat(8)}.tgz`, { cwd: packed })
      if (file === undefined || others.length > 0)
        throw new Error(`${packed} has not one file of ${name}: npm run pack`)
      return [nameOf(name), join(packed, file)]
    })
  )
