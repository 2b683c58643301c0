import { type Storage, Transaction } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { layerAccessTokenStore } from "./access/AccessTokenStore.ts"
import { layerBroadcastStore } from "./broadcasts/BroadcastStore.ts"
import { layerTemplateStore } from "./broadcasts/TemplateStore.ts"
import { layerContactImportStore } from "./imports/ContactImportStore.ts"
import { layerContactListStore } from "./lists/ContactListStore.ts"
import { layerContactStore } from "./contacts/ContactStore.ts"
import { layerCustomFieldStore } from "./custom-fields/CustomFieldStore.ts"
import { Database } from "./kernel/Database.ts"
import { layerNoteStore } from "./notes/NoteStore.ts"
import { layerQueueStore } from "./kernel/QueueStore.ts"

const layerTransaction = Layer.effect(
  Transaction,
  Effect.map(Database, ({ transaction }) => Transaction.of({ run: transaction }))
)

/**
 * Every port, over one tree of maps that ends with the process. The type is what makes it an adapter: a port that is
 * missing here does not compile.
 */
export const layer: Layer.Layer<Storage> = Layer.mergeAll(
  layerTransaction,
  layerQueueStore,
  layerAccessTokenStore,
  layerContactStore,
  layerCustomFieldStore,
  layerContactListStore,
  layerNoteStore,
  layerContactImportStore,
  layerBroadcastStore,
  layerTemplateStore
).pipe(Layer.provide(Database.layer))
