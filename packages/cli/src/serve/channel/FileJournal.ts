import type { SimulatorJournal } from "@rollcall/channel-simulator"
import { Effect, type Scope } from "effect"
import { fstatSync, readSync, writeSync } from "node:fs"
import { openFile } from "../RegularFile.ts"
import type { StartRefused } from "../StartRefused.ts"

/** How many bytes are read at once, far more than a line has. */
const readSize = 1024 * 1024

const lineFeed = 0x0a

/**
 * Opens the simulator's journal in a file, until the scope closes. Calls are synchronous, because writing a line into the
 * cache of the operating system is faster than switching threads. A crash of the process loses nothing; a crash of the
 * machine may.
 */
export const openJournal = (filename: string): Effect.Effect<SimulatorJournal, StartRefused, Scope.Scope> =>
  Effect.map(openFile("ROLLCALL_SIMULATOR_JOURNAL", filename), (file) => {
    let position = 0
    return {
      append: (line) => {
        const bytes = Buffer.from(`\n${line}\n`)
        const written = writeSync(file, bytes)
        // Writing the rest now could interleave with another process's lines.
        if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`)
      },
      *readNew() {
        for (;;) {
          const bytes = readAt(file, position)
          const end = bytes.lastIndexOf(lineFeed)
          if (end < 0) return
          position += end + 1
          yield* bytes.toString("utf8", 0, end).split("\n")
        }
      }
    }
  })

const readAt = (file: number, position: number): Buffer => {
  const buffer = Buffer.allocUnsafe(Math.min(readSize, fstatSync(file).size - position))
  return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position))
}
