import { Contacts, ContactStore, CustomFields } from "@rollcall/core"
import { layer } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { populate } from "../people/Population.ts"
import type { Arena } from "./Arena.ts"

/** The memory store with so many contacts. Nobody writes SQL for it: its figures stand alone. */
export const memoryArena = Effect.fnUntraced(function* (size: number) {
  const services = Layer.mergeAll(Contacts.layer, CustomFields.layer)
  const library = yield* Layer.build(Layer.provideMerge(services, layer))
  const filled = populate(size, (settled) =>
    Effect.flatMap(ContactStore, (store) =>
      Effect.forEach(
        settled,
        ({ contact, values }) => store.save({ created: [{ contact, changes: values }], changed: [] }),
        { discard: true }
      )
    )
  )
  const population = yield* Effect.provideContext(filled, library)
  const arena: Arena = { name: "memory", url: "memory:", population, library, rival: undefined }
  return arena
})
