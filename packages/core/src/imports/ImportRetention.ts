import { Effect, Layer } from "effect"
import { forkRetention } from "../background/BackgroundLoop.ts"
import { ContactImportStore } from "./ContactImportStore.ts"
import { ImportSettings } from "./ImportSettings.ts"

/** Removes the rows of imports that are over for longer than `keepRowsFor` (I2). */
export const layerImportRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepRowsFor } = yield* ImportSettings
    const store = yield* ContactImportStore
    yield* forkRetention("removal of imported rows", keepRowsFor, store.pruneRows, () => Effect.void)
  })
)
