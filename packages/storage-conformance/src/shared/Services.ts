import { ContactImports, ContactLists, Contacts, type Storage } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/erasure"
import { Layer } from "effect"

export type Services = ContactErasure | ContactImports | ContactLists | Contacts

/** The services over a store. */
export const services: Layer.Layer<Services, never, Storage> = Layer.fresh(
  Layer.mergeAll(ContactImports.layer, ContactLists.layer, Contacts.layer, ContactErasure.layer)
)

/** Provides the services over a store, and its ports. */
export const withServices = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage | Services, E> =>
  Layer.provideMerge(services, storage)
