import { ContactImports, ContactLists, Contacts, Notes, OptOuts, type Storage } from "@rollcall/core"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { ContactErasure, ContactMerges, ImportUndos, layerContactSets, Segments } from "@rollcall/core/people"
import { Layer } from "effect"

export type Services =
  | ContactErasure
  | ContactImports
  | ContactLists
  | ContactMerges
  | Contacts
  | ImportUndos
  | Notes
  | OptOuts
  | Segments

/** The services over a store. */
export const services: Layer.Layer<Services, never, Storage> = Layer.fresh(
  Layer.mergeAll(
    ContactImports.layer,
    ContactLists.layer,
    Layer.provideMerge(Segments.layer, Layer.provide(Contacts.layer, layerContactSets)),
    ContactErasure.layer,
    ImportUndos.layer,
    Notes.layer,
    Layer.provide(Layer.mergeAll(ContactMerges.layer, OptOuts.layer), layerAddressedRecipients)
  )
)

/** Provides the services over a store, together with the store's ports. */
export const withServices = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage | Services, E> =>
  Layer.provideMerge(services, storage)
