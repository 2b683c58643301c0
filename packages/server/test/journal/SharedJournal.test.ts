import { assert, it } from "@effect/vitest"
import { SimulatorJournal } from "@rollcall/channel-simulator"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { layerFileJournal } from "../../src/channel/FileJournal.ts"
import { batches, linesOf } from "./Lines.ts"
import { killNow, processLayer, spawnRollcall, temporaryFolder } from "../ServerProcess.ts"

const program = fileURLToPath(new URL("./Writer.ts", import.meta.url))

/** One of them is killed. */
const writers = ["a", "b", "c"]
const killed = "c"

it.live(
  "B12: processes that append to one journal at a time tear none of each other's lines, not even one that is killed",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const filename = `${folder}/journal.jsonl`
      const read: Array<string> = []
      yield* Effect.gen(function* () {
        const journal = yield* SimulatorJournal
        let position = 0
        const catchUp = Effect.gen(function* () {
          for (;;) {
            const { lines, next } = yield* journal.readFrom(position)
            if (next === position) return
            position = next
            read.push(...lines)
          }
        })
        const children = yield* Effect.forEach(writers, (writer) =>
          Effect.map(spawnRollcall({ folder, program, args: [filename, writer] }), ({ child }) => ({ child, writer }))
        )
        // It is read while it is written.
        while (!read.some((line) => line.startsWith(killed))) {
          yield* catchUp
          yield* Effect.sleep("1 millis")
        }
        for (const { child, writer } of children) if (writer === killed) yield* killNow({ child })
        for (const { child, writer } of children) {
          const code = yield* Effect.exit(child.exitCode)
          if (writer !== killed) assert.deepStrictEqual(code._tag === "Success" ? Number(code.value) : code, 0)
        }
        yield* catchUp
      }).pipe(Effect.provide(layerFileJournal(filename)))

      const written = read.filter((line) => line !== "")
      const expected = (writer: string) => Array.from({ length: batches }, (_, batch) => linesOf(writer, batch)).flat()
      for (const writer of writers.filter((writer) => writer !== killed)) {
        assert.isTrue(
          written.filter((line) => line.startsWith(writer)).join("\n") === expected(writer).join("\n"),
          `${writer}'s lines are torn, lost or out of order`
        )
      }
      // The last line of the one that was killed may lack its end.
      const rest = written.filter((line) => line.startsWith(killed))
      assert.isTrue(
        expected(killed).join("\n").startsWith(rest.join("\n")),
        "the killed one's lines are not a beginning"
      )
      assert.strictEqual(written.length, 2 * batches * 500 + rest.length, "a line begins in the middle")
      const positions = new Map(written.map((line, index) => [line, index]))
      for (const writer of ["a", "b"]) {
        for (let batch = 0; batch < batches; batch++) {
          const lines = linesOf(writer, batch)
          const first = positions.get(lines[0] ?? "") ?? NaN
          assert.strictEqual(positions.get(lines.at(-1) ?? ""), first + lines.length - 1, "two appends are mixed")
        }
      }
    }).pipe(Effect.provide(processLayer))
)
