import { describe } from "@effect/vitest"
import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { layer } from "../../src/index.ts"
import { copyOf, migrate } from "../Fixture.ts"
import { lacksPooler, pgBouncer } from "./PgBouncer.ts"

/** Every port through PgBouncer, over a new database with all migrations. */
const freshStorage = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* pgBouncer(yield* copyOf("migrated", migrate))
    return layer({ url, pooled: true, clock: "process" })
  })
)

/** `npm run test:long` runs all suites, and `npm test` those that depend on sessions and their transactions. */
const only =
  process.env["ROLLCALL_POOL_SUITES"] === "all" ? undefined : (["transactions", "locks", "queue", "events"] as const)

describe.skipIf(lacksPooler)("a store through a pooler", () => {
  storageConformance("PgBouncer", freshStorage, { reference, only })
})
