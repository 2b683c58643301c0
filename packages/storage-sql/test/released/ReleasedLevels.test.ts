import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { changesOf, freeze, migrationsOf, readLevels } from "./ReleasedLevels.ts"
import { test } from "../../../core/test/Suite.ts"

const first = { "0001_rooms": ["CREATE TABLE rooms (name text)"], "0002_stays": ["CREATE TABLE stays (at text)"] }
const second = { ...first, "0003_floors": ["ALTER TABLE rooms ADD COLUMN floor text"] }

/** A file without a level, as a store has it before its first release. */
const newFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "rollcall-levels-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => {
    const file = join(folder, "released.json")
    writeFileSync(file, "[]\n")
    return file
  }
)

const schema = Effect.succeed(["table rooms"])

describe("a released level", () => {
  test("is stored with its migrations' names, and the schema that they create", function* () {
    const file = yield* newFile
    assert.isTrue(yield* freeze(file, "1.0.0", first, schema))
    const levels = readLevels(file)
    assert.deepStrictEqual(
      levels.map(({ migrations, release, schema }) => [release, migrations.map(({ name }) => name), schema]),
      [["1.0.0", ["0001_rooms", "0002_stays"], ["table rooms"]]]
    )
    assert.deepStrictEqual(
      levels.map((level) => migrationsOf(level, second)),
      [first]
    )
  })

  test("is followed by another level only if there is a new migration", function* () {
    const file = yield* newFile
    yield* freeze(file, "1.0.0", first, schema)
    assert.isFalse(yield* freeze(file, "1.0.1", first, Effect.die("the schema is not needed")))
    assert.isTrue(yield* freeze(file, "1.1.0", second, schema))
    assert.deepStrictEqual(
      readLevels(file).map(({ migrations, release }) => [release, migrations.length]),
      [
        ["1.0.0", 2],
        ["1.1.0", 3]
      ]
    )
    assert.deepStrictEqual(changesOf(readLevels(file), second), [])
  })

  it.effect.each([
    [
      "that has other statements",
      { ...first, "0002_stays": ["CREATE TABLE stays (at bigint)"] },
      "0002_stays has changed since 1.0.0"
    ],
    [
      "that has another name",
      { "0001_rooms": first["0001_rooms"], "0002_nights": [] },
      "0002_stays of 1.0.0 is not at its place"
    ],
    ["that is gone", { "0001_rooms": first["0001_rooms"] }, "0002_stays of 1.0.0 is not at its place"],
    [
      "that another one is put before",
      { "0000_hotels": [], ...first },
      "0001_rooms of 1.0.0 is not at its place; 0002_stays of 1.0.0 is not at its place"
    ]
  ] as const)("rejects a migration %s, which must not be released", ([, changed, found]) =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* freeze(file, "1.0.0", first, schema)
      assert.strictEqual(changesOf(readLevels(file), changed).join("; "), found)
      const { message } = yield* Effect.flip(freeze(file, "1.1.0", changed, schema))
      assert.strictEqual(message, found)
      assert.lengthOf(readLevels(file), 1)
    })
  )
})
