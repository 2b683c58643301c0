import { Api, type BroadcastsAuthorization, type ContactsAuthorization } from "@rollcall/api"
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { authorizationByTokens } from "./access/AuthorizationLayers.ts"
import * as BroadcastsHandlers from "./broadcasts/BroadcastsHandlers.ts"
import * as ContactsHandlers from "./contacts/ContactsHandlers.ts"
import * as CustomFieldsHandlers from "./custom-fields/CustomFieldsHandlers.ts"
import * as BroadcastsRequestErrors from "./errors/BroadcastsRequestErrors.ts"
import * as ContactsRequestErrors from "./errors/ContactsRequestErrors.ts"
import * as ImportsHandlers from "./imports/ImportsHandlers.ts"
import * as ContactListsHandlers from "./lists/ContactListsHandlers.ts"
import * as NotesHandlers from "./notes/NotesHandlers.ts"
import { RequestBodies } from "./requests/RequestBodies.ts"
import * as Docs from "./system/Docs.ts"
import * as Fallback from "./system/Fallback.ts"
import * as SystemHandlers from "./system/SystemHandlers.ts"

/** The routes of {@link layer} with another authorization of the requests. */
export const layerWith = <E, R>(authorization: Layer.Layer<ContactsAuthorization | BroadcastsAuthorization, E, R>) =>
  Layer.mergeAll(HttpApiBuilder.layer(Api, { openapiPath: Docs.openApiPath }), Docs.layer, Fallback.layer).pipe(
    Layer.provide([
      ContactsHandlers.layer,
      ImportsHandlers.layer,
      CustomFieldsHandlers.layer,
      ContactListsHandlers.layer,
      NotesHandlers.layer,
      BroadcastsHandlers.layer,
      SystemHandlers.layer
    ]),
    Layer.provide([ContactsRequestErrors.layer, BroadcastsRequestErrors.layer, authorization]),
    Layer.provide(RequestBodies.layer)
  )

/**
 * Every route of the API on an `HttpRouter`, over the services of `Rollcall.layer`. A request acts for the caller that
 * its bearer token names. Give the layer to `HttpRouter.serve`, `HttpRouter.toHttpEffect` or `HttpRouter.toWebHandler`
 * with {@link routerConfig}, and with `disableLogger`: it logs each answer itself, with the request's id.
 */
export const layer = layerWith(authorizationByTokens)

/** The configuration of the router: a long part of a path is not 404, so that its endpoint can say what is wrong with it. */
export const routerConfig = { maxParamLength: 16 * 1024 }
