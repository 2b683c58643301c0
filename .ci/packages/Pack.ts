import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { Schema } from "effect"
import { repository } from "../fences/House.ts"

/** Runs a program to its end and gives what it printed; its failure is an error with all that it said. */
export const run = (program: string, options: ReadonlyArray<string>, folder: string = repository): string => {
  const done = spawnSync(program, options, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${program} ${options.join(" ")}\n${done.stdout}${done.stderr}`)
  return done.stdout
}

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
