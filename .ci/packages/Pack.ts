import { join } from "node:path"
import { Schema } from "effect"
import { run } from "../Repository.ts"

const Packed = Schema.fromJsonString(
  Schema.Union([
    Schema.Array(Schema.Struct({ name: Schema.String, filename: Schema.String })),
    Schema.Record(Schema.String, Schema.Struct({ name: Schema.String, filename: Schema.String }))
  ])
)

/** A tarball as the registry would get it. */
export interface Tarball {
  readonly name: string
  readonly path: string
}

/** Packs folders of packages, which are built already, into tarballs in a folder. */
export const pack = (folders: ReadonlyArray<string>, into: string): ReadonlyArray<Tarball> =>
  folders.flatMap((folder) => {
    const said = run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", into],
      folder
    )
    return Object.values(Schema.decodeSync(Packed)(said)).map(({ filename, name }) => ({
      name,
      path: join(into, filename)
    }))
  })
