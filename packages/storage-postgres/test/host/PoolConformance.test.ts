import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { freshPoolStorage } from "./Fixture.ts"

/**
 * The pool is one of `pg`, whose sessions have the time zone of the host. Its connections differ from those of the
 * package, and its statements do not: `npm run test:long` runs all suites, and `npm test` those that depend on
 * connections and read numbers as text.
 */
const only =
  process.env["ROLLCALL_POOL_SUITES"] === "all"
    ? undefined
    : (["transactions", "locks", "queue", "events", "audiences"] as const)

storageConformance("pool of pg", freshPoolStorage, { reference, only })
