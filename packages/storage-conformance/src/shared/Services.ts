import { ContactImports, ContactLists, Contacts, type Storage } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/erasure"
import { Layer } from "effect"

export type Services = ContactErasure | ContactImports | ContactLists | Contacts

/** Provides the services over a store, and its ports. */
export const withServices = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage | Services, E> =>
  Layer.fresh(Layer.mergeAll(ContactImports.layer, ContactLists.layer, Contacts.layer, ContactErasure.layer)).pipe(
    Layer.provideMerge(storage)
  )
