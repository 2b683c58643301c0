import type { SimulatorJournal } from "@rollcall/channel-simulator"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appendFileSync } from "node:fs"
import { openJournal } from "../../../src/serve/channel/FileJournal.ts"
import { processLayer, temporaryFolder } from "../ServerProcess.ts"

const withFile = <A, E>(use: (filename: string) => Effect.Effect<A, E>) =>
  Effect.provide(
    Effect.flatMap(temporaryFolder, (folder) => use(`${folder}/journal.jsonl`)),
    processLayer
  )

/** What was added since the last call, without the empty lines that keep a torn one apart. */
const read = (journal: SimulatorJournal) => Array.from(journal.readNew()).filter((line) => line !== "")

describe("the journal in a file", () => {
  it.effect("each process reads its own and other processes' lines, from where it stopped", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        const [one, two] = [yield* openJournal(filename), yield* openJournal(filename)]
        one.append("zwei 🐦")
        two.append("三")
        assert.deepStrictEqual(read(one), ["zwei 🐦", "三"])
        assert.deepStrictEqual(read(one), [])
        one.append("four")
        assert.deepStrictEqual(read(one), ["four"])
        assert.deepStrictEqual(read(two), ["zwei 🐦", "三", "four"])
      }).pipe(Effect.scoped)
    )
  )

  it.effect("an incomplete last line is left for later, and does not damage the next", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        const journal = yield* openJournal(filename)
        journal.append("whole")
        appendFileSync(filename, "ha")
        assert.deepStrictEqual(read(journal), ["whole"])
        appendFileSync(filename, "lf\nto")
        assert.deepStrictEqual(read(journal), ["half"])
        journal.append("next")
        assert.deepStrictEqual(read(journal), ["to", "next"])
      }).pipe(Effect.scoped)
    )
  )

  it.effect("a journal longer than one read arrives completely", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${"é".repeat(400)}`)
        const journal = yield* openJournal(filename)
        for (const line of lines) journal.append(line)
        assert.deepStrictEqual(read(journal), lines)
      }).pipe(Effect.scoped)
    )
  )

  it.effect("a file that cannot be created stops the start with a line that names the variable", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(openJournal("/no/such/folder/journal.jsonl"))
      assert.propertyVal(
        refused,
        "message",
        "ROLLCALL_SIMULATOR_JOURNAL: /no/such/folder/journal.jsonl: no such file or directory"
      )
    }).pipe(Effect.scoped)
  )
})
