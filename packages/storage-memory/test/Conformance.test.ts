import { storageConformance, storedText, StoredTexts } from "@rollcall/conformance/storage"
import { Effect, Layer } from "effect"
import { openTables } from "./OpenTables.ts"

const open = Layer.suspend(() => {
  const { layer, partitionsOf } = openTables()
  const texts = Layer.succeed(StoredTexts, (workspace) =>
    Effect.map(
      Effect.promise(() => partitionsOf(workspace)),
      (partitions) => partitions.map(([place, rows]) => ({ place, text: storedText(rows) }))
    )
  )
  return Layer.merge(layer, texts)
})

storageConformance("memory", open)
