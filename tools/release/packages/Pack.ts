import { join } from "node:path"
import { Schema } from "effect"
import { packages, repository, run } from "../../Repository.ts"

const File = Schema.Struct({ path: Schema.String })
const Packing = Schema.Struct({
  name: Schema.String,
  filename: Schema.String,
  integrity: Schema.String,
  files: Schema.Array(File)
})
const decodePackings = Schema.decodeSync(
  Schema.fromJsonString(Schema.Union([Schema.Array(Packing), Schema.Record(Schema.String, Packing)]))
)

/** A package packed by npm. */
export interface Tarball {
  readonly name: string
  /** The file's name. */
  readonly filename: string
  /** The hash of the contents. */
  readonly integrity: string
  /** The paths of the packed files. */
  readonly files: ReadonlyArray<string>
}

/** The folders of all packages. */
export const folders: ReadonlyArray<string> = packages.map((name) => join(repository, "packages", name))

/** Packs built folders into a folder. Without `into`, returns what would be packed. */
export const pack = (folders: ReadonlyArray<string>, into?: string): ReadonlyArray<Tarball> => {
  const where = into === undefined ? "--dry-run" : `--pack-destination=${into}`
  const said = run("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error", where, ...folders])
  return Object.values(decodePackings(said)).map(({ files, ...packed }) => ({
    ...packed,
    files: files.map(({ path }) => path)
  }))
}
