import { Effect, Layer } from "effect"
import { copyFileSync } from "node:fs"
import { type Faults, reads } from "../../storage-sql/test/faults/Fault.ts"
import { plantedFaults } from "../../storage-sql/test/faults/Planting.ts"
import { searchFaults } from "../../storage-sql/test/faults/SearchFaults.ts"
import type { Stores } from "../../storage-sql/test/faults/Stores.ts"
import { storeFaults } from "../../storage-sql/test/faults/StoreFaults.ts"
import { layer } from "../src/index.ts"
import { quickFile } from "./Fixture.ts"

/** Faults in what is SQLite's alone. */
const sqliteFaults: Faults = {
  "an unescaped LIKE": reads("search", 'instr\\(("\\w+"), ({})\\) > 0', "$1 LIKE '%' || $2 || '%'"),
  "an end that is looked for anywhere": reads(
    "search",
    'substr\\(("\\w+"), -length\\(({})\\)\\) = {}',
    "instr($1, $2) > 0 AND $2 <> ''"
  ),
  "what the trigrams find without the exact test": reads("search", 'AND instr\\(("\\w+"), ({})\\) > 0', "AND $2 <> ''")
}

/** Copies are files; SQLite leaves nothing beside a file that it has closed. */
const stores: Stores = {
  empty: Layer.suspend(() => layer({ filename: ":memory:" })),
  copies: Effect.fnUntraced(function* (write) {
    const original = yield* quickFile
    const written = yield* Effect.provide(write, layer({ filename: original }))
    const copy = Effect.tap(quickFile, (filename) => Effect.sync(() => copyFileSync(original, filename)))
    return { written, copy: Layer.unwrap(Effect.map(copy, (filename) => layer({ filename }))) }
  })
}

plantedFaults("sqlite", stores, { ...searchFaults, ...storeFaults, ...sqliteFaults })
