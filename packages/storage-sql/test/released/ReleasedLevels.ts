import type { Migration, Migrations } from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

/** The names of the migrations of every database, in their order. */
export const migrationNames =
  "access contacts custom_fields lists imports templates broadcasts delivery inbox events".split(" ")

/** The migrations that a release ran, each with the digest of its statements, and the schema that they make. */
const ReleasedLevel = Schema.Struct({
  release: Schema.String,
  migrations: Schema.Array(Schema.Struct({ name: Schema.String, digest: Schema.String })),
  schema: Schema.Array(Schema.String)
})

export type ReleasedLevel = typeof ReleasedLevel.Type

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.Array(ReleasedLevel)))

/** Reads the released levels of a store from its file. */
export const readLevels = (file: string): ReadonlyArray<ReleasedLevel> => decode(readFileSync(file, "utf8"))

const digestOf = (migration: Migration): string => createHash("sha256").update(JSON.stringify(migration)).digest("hex")

/** The level of a list of migrations that makes this schema. */
export const levelOf = (release: string, migrations: Migrations, schema: ReadonlyArray<string>): ReleasedLevel => ({
  release,
  migrations: Object.entries(migrations).map(([name, migration]) => ({ name, digest: digestOf(migration) })),
  schema
})

/** What a list of migrations does otherwise than the released levels: empty if all of them can be upgraded by it. */
export const changesOf = (levels: ReadonlyArray<ReleasedLevel>, migrations: Migrations): ReadonlyArray<string> => {
  const now = Object.entries(migrations)
  return levels.flatMap(({ migrations: released, release }) =>
    released.flatMap(({ digest, name }, at) => {
      const [found, migration] = now[at] ?? []
      if (found !== name || migration === undefined) return [`${name} of ${release} is not at its place`]
      return digestOf(migration) === digest ? [] : [`${name} has changed since ${release}`]
    })
  )
}

/** The first migrations of a list, those of a released level. */
export const migrationsOf = ({ migrations: released }: ReleasedLevel, migrations: Migrations): Migrations =>
  Object.fromEntries(Object.entries(migrations).slice(0, released.length))

/** Migrations that were released do not change. */
class ChangedMigrations extends Schema.TaggedError<ChangedMigrations>()("ChangedMigrations", {
  message: Schema.String
}) {}

/**
 * Adds the level of these migrations to the file of a store as released, and returns whether there was a new one. Fails
 * if a migration that was released before has changed.
 */
export const freeze = <E, R>(
  file: string,
  release: string,
  migrations: Migrations,
  schema: Effect.Effect<ReadonlyArray<string>, E, R>
): Effect.Effect<boolean, E | ChangedMigrations, R> =>
  Effect.gen(function* () {
    const levels = readLevels(file)
    const changes = changesOf(levels, migrations)
    if (changes.length > 0) return yield* new ChangedMigrations({ message: changes.join("; ") })
    if (levels.at(-1)?.migrations.length === Object.keys(migrations).length) return false
    const level = levelOf(release, migrations, yield* schema)
    writeFileSync(file, `${JSON.stringify([...levels, level], null, 2)}\n`)
    return true
  })
