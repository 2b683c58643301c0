import { ContactImports, ContactLists, Contacts } from "@rollcall/core"
import { layerContactErasure, type Storage } from "@rollcall/core/storage"
import { Layer } from "effect"

export type Services = ContactImports | ContactLists | Contacts

/** Provides the services over a store, and its ports. */
export const withServices = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage | Services, E> =>
  Layer.fresh(
    Layer.mergeAll(ContactImports.layer, ContactLists.layer, Layer.provide(Contacts.layer, layerContactErasure))
  ).pipe(Layer.provideMerge(storage))
