import { Layer } from "effect"
import { type Faults, reads } from "../../storage-sql/test/faults/Fault.ts"
import { plantedFaults } from "../../storage-sql/test/faults/Planting.ts"
import { searchFaults } from "../../storage-sql/test/faults/SearchFaults.ts"
import { storeFaults } from "../../storage-sql/test/faults/StoreFaults.ts"
import { layer } from "../src/index.ts"

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

plantedFaults(
  "sqlite",
  Layer.suspend(() => layer({ filename: ":memory:" })),
  { ...searchFaults, ...storeFaults, ...sqliteFaults }
)
