import { SimulatorJournal } from "@rollcall/channel-simulator"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appendFileSync } from "node:fs"
import { layerFileJournal } from "../../src/channel/FileJournal.ts"
import { processLayer, temporaryFolder } from "../ServerProcess.ts"

const withFile = <A, E>(use: (filename: string) => Effect.Effect<A, E>) =>
  Effect.provide(
    Effect.flatMap(temporaryFolder, (folder) => use(`${folder}/journal.jsonl`)),
    processLayer
  )

const open = <A, E>(filename: string, use: (journal: SimulatorJournal["Service"]) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SimulatorJournal, use), layerFileJournal(filename))

describe("the journal in a file", () => {
  it.effect("what one process appended another one reads, from where it stopped", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        yield* open(filename, (journal) => journal.append(["", "one", "zwei 🐦", "三"]))
        const first = yield* open(filename, (journal) => journal.readFrom(0))
        assert.deepStrictEqual(first.lines, ["", "one", "zwei 🐦", "三"])
        yield* open(filename, (journal) => journal.append(["four"]))
        const second = yield* open(filename, (journal) => journal.readFrom(first.next))
        assert.deepStrictEqual(second.lines, ["four"])
        const third = yield* open(filename, (journal) => journal.readFrom(second.next))
        assert.deepStrictEqual(third, { lines: [], next: second.next })
      })
    )
  )

  it.effect("a line whose end is not written yet is left for later", () =>
    withFile((filename) =>
      open(filename, (journal) =>
        Effect.gen(function* () {
          yield* journal.append(["whole"])
          appendFileSync(filename, "ha")
          const first = yield* journal.readFrom(0)
          assert.deepStrictEqual(first, { lines: ["whole"], next: 6 })
          appendFileSync(filename, "lf\n")
          assert.deepStrictEqual(yield* journal.readFrom(first.next), { lines: ["half"], next: 11 })
        })
      )
    )
  )

  it.effect("a journal longer than one stretch comes in pages without a loss, a line longer than one comes whole", () =>
    withFile((filename) =>
      open(filename, (journal) =>
        Effect.gen(function* () {
          const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${"é".repeat(400)}`)
          const long = "x".repeat(3 * 1024 * 1024)
          yield* journal.append([...lines, long, "end"])
          const read: Array<string> = []
          let pages = 0
          for (let position = 0; ; pages++) {
            const page = yield* journal.readFrom(position)
            if (page.next === position) break
            read.push(...page.lines)
            position = page.next
          }
          assert.isAbove(pages, 2)
          assert.deepStrictEqual(read, [...lines, long, "end"])
        })
      )
    )
  )

  it.effect("a file that cannot be made stops the start with a line that names the variable", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(open("/no/such/folder/journal.jsonl", (journal) => journal.append([])))
      assert.propertyVal(
        refused,
        "message",
        "ROLLCALL_SIMULATOR_JOURNAL: /no/such/folder/journal.jsonl: there is no such file or directory"
      )
    })
  )
})
