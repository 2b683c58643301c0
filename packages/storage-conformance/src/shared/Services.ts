import {
  ContactImports,
  ContactLists,
  Contacts,
  ContactSettings,
  ContactValues,
  CustomFields,
  Notes,
  Templates
} from "@rollcall/core"
import { Channels, TemplateCatalog } from "@rollcall/core/channel"
import { layerContactErasure, type Storage } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"

export type Services = ContactImports | ContactLists | Contacts | ContactValues | CustomFields | Notes | Templates

const channels = Layer.provide(Channels.layer, [scriptedChannel().layer, TemplateCatalog.layerOf([])])

/** Provides the services over a store, and its ports. */
export const withServices = <E>(storage: Layer.Layer<Storage, E>): Layer.Layer<Storage | Services, E> =>
  Layer.fresh(
    Layer.mergeAll(
      ContactImports.layer,
      ContactLists.layer,
      Layer.provide(Contacts.layer, layerContactErasure),
      ContactValues.layer,
      CustomFields.layer,
      Notes.layer,
      Layer.provide(Templates.layer, channels)
    )
  ).pipe(Layer.provideMerge(storage))

/** Returns the service of contacts with a setting. */
export const contactsWith = (uniqueIdentifiers: boolean) =>
  Effect.provide(
    Contacts,
    Contacts.layer.pipe(
      Layer.provide(layerContactErasure),
      Layer.provide(Layer.succeed(ContactSettings, { uniqueIdentifiers }))
    ),
    { local: true }
  )
