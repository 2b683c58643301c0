import { type JournalPage, SimulatorJournal, SimulatorJournalError } from "@rollcall/channel-simulator"
import { Duration, Effect, Layer } from "effect"
import { fstatSync, readSync, writeSync } from "node:fs"
import { openFile } from "../RegularFile.ts"
import type { StartRefused } from "../StartRefused.ts"

/** How many bytes are read at a time. A longer line is read whole. */
const readSize = 1024 * 1024

const lineFeed = 0x0a

/** How long a reader waits for the lines of other processes before it looks for them. */
const lookEvery = Duration.seconds(5)

/**
 * The simulator's journal in a file, which any number of processes may share: each append is one write at the end of
 * the file, and a position is a number of bytes.
 *
 * Calls are synchronous: a write of a few lines into the cache of the operating system takes less time than a
 * switch to another thread. A crash of the process loses none of it; a crash of the machine may.
 */
export const layerFileJournal = (filename: string): Layer.Layer<SimulatorJournal, StartRefused> =>
  Layer.effect(
    SimulatorJournal,
    Effect.gen(function* () {
      const file = yield* openFile("ROLLCALL_SIMULATOR_JOURNAL", filename)
      return {
        append: (lines) => tryJournal(() => append(file, lines)),
        readFrom: (position) => tryJournal(() => readFrom(file, position)),
        awaitLines: () => Effect.sleep(lookEvery)
      }
    })
  )

const tryJournal = <A>(evaluate: () => A): Effect.Effect<A, SimulatorJournalError> =>
  Effect.try({ try: evaluate, catch: (cause) => new SimulatorJournalError({ cause }) })

const append = (file: number, lines: ReadonlyArray<string>): void => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""))
  const written = writeSync(file, bytes)
  // Writing the rest now could land behind another process's lines.
  if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`)
}

const readFrom = (file: number, position: number): JournalPage => {
  const ahead = fstatSync(file).size - position
  for (let size = Math.min(readSize, ahead); size > 0; size = Math.min(2 * size, ahead)) {
    const buffer = Buffer.allocUnsafe(size)
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, size, position))
    const end = bytes.lastIndexOf(lineFeed)
    if (end >= 0) return { lines: bytes.toString("utf8", 0, end).split("\n"), next: position + end + 1 }
    if (size === ahead) break
  }
  return { lines: [], next: position }
}
