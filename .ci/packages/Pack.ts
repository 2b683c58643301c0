import { join } from "node:path"
import { Schema } from "effect"
import { packages, repository, run } from "../Repository.ts"

const File = Schema.Struct({ path: Schema.String })
const Packing = Schema.Struct({ name: Schema.String, filename: Schema.String, files: Schema.Array(File) })
const decodePackings = Schema.decodeSync(
  Schema.fromJsonString(Schema.Union([Schema.Array(Packing), Schema.Record(Schema.String, Packing)]))
)

/** A tarball as the registry would get it. */
export interface Tarball {
  readonly name: string
  readonly path: string
  /** The folder that was packed. */
  readonly folder: string
  /** The paths of the files in it. */
  readonly files: ReadonlyArray<string>
}

/** Packs every package, which is built already, into a tarball in a folder. */
export const pack = (into: string): ReadonlyArray<Tarball> => {
  const said = run("npm", [
    "pack",
    "--json",
    "--ignore-scripts",
    "--loglevel=error",
    `--pack-destination=${into}`,
    ...packages.map((name) => `./packages/${name}`)
  ])
  return Object.values(decodePackings(said)).map(({ filename, files, name }) => ({
    name,
    path: join(into, filename),
    folder: join(repository, "packages", name.replace("@rollcall/", "")),
    files: files.map(({ path }) => path)
  }))
}
