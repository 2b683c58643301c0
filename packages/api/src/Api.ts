import { HttpApi, OpenApi } from "effect/http-api"
import { BroadcastsApi } from "./broadcasts/BroadcastsApi.ts"
import { ContactsApi } from "./contacts/ContactsApi.ts"
import { CustomFieldsApi } from "./custom-fields/CustomFieldsApi.ts"
import { EventsApi } from "./events/EventsApi.ts"
import { ImportsApi } from "./imports/ImportsApi.ts"
import { ContactListsApi } from "./lists/ContactListsApi.ts"
import { NotesApi } from "./notes/NotesApi.ts"
import { parseOptions } from "./requests/Codecs.ts"
import { SystemApi } from "./system/SystemApi.ts"
import { asServed } from "./system/OpenApiDocument.ts"

/**
 * The HTTP API: what every endpoint takes and answers. It imports no server code, so that a client can be made of it in
 * a browser.
 */
export class Api extends HttpApi.make("rollcall")
  .add(ContactsApi, ImportsApi, CustomFieldsApi, ContactListsApi, NotesApi, EventsApi, BroadcastsApi, SystemApi)
  .annotate(HttpApi.ParamsParseOptions, parseOptions)
  .annotate(HttpApi.QueryParseOptions, parseOptions)
  .annotateMerge(
    OpenApi.annotations({
      title: "Rollcall",
      version: "1",
      description: "Contacts, and broadcasts of template messages to them.",
      license: { name: "MIT" },
      transform: asServed
    })
  ) {}
