import { HttpApi, OpenApi } from "effect/http-api"
import { BroadcastsApi } from "./broadcasts/BroadcastsApi.ts"
import { ContactsApi } from "./contacts/ContactsApi.ts"
import { CustomFieldsApi } from "./custom-fields/CustomFieldsApi.ts"
import { EventsApi } from "./events/EventsApi.ts"
import { ImportsApi } from "./imports/ImportsApi.ts"
import { ContactListsApi } from "./lists/ContactListsApi.ts"
import { MergesApi } from "./merges/MergesApi.ts"
import { NotesApi } from "./notes/NotesApi.ts"
import { TimelineApi } from "./timeline/TimelineApi.ts"
import { MessagesApi } from "./messages/MessagesApi.ts"
import { OptOutsApi } from "./opt-outs/OptOutsApi.ts"
import { parseOptions } from "./requests/Codecs.ts"
import { SegmentsApi } from "./segments/SegmentsApi.ts"
import { SettingsApi } from "./settings/SettingsApi.ts"
import { SystemApi } from "./system/SystemApi.ts"
import { TemplatesApi } from "./templates/TemplatesApi.ts"
import { TokensApi } from "./access/TokensApi.ts"
import { WebhooksApi } from "./webhooks/WebhooksApi.ts"
import { asServed } from "./system/OpenApiDocument.ts"

/**
 * The HTTP API: the requests and responses of every endpoint. It imports no server code, so that browsers can use it as a
 * client.
 */
export class Api extends HttpApi.make("rollcall")
  .add(
    ContactsApi,
    ImportsApi,
    CustomFieldsApi,
    ContactListsApi,
    SegmentsApi,
    NotesApi,
    OptOutsApi,
    TimelineApi,
    MergesApi,
    MessagesApi,
    BroadcastsApi,
    EventsApi,
    WebhooksApi,
    TemplatesApi,
    SettingsApi,
    TokensApi,
    SystemApi
  )
  .annotate(HttpApi.ParamsParseOptions, parseOptions)
  .annotate(HttpApi.QueryParseOptions, parseOptions)
  .annotateMerge(
    OpenApi.annotations({
      override: {
        info: {
          title: "Rollcall",
          version: "1",
          description:
            "Contacts, and broadcasts of template messages to them.\n\n" +
            "Paths under `/v1` belong to contacts. Their bodies take every name in snake_case, as it is written here, and in " +
            "camelCase, but never the same name in both. The keys of custom fields are data and stay unchanged. A 422 lists every " +
            "issue of a request. Paths under `/broadcasts` take names only as they are written " +
            "here, and answer 400 with every issue in one string.\n\n" +
            "Unknown names in a body that creates or changes something are ignored, and named in Rollcall-Ignored-Fields. Unknown " +
            "names in a search and unknown query parameters are refused. Timestamps in requests are ISO 8601, UTC without an offset. Timestamps in " +
            "answers are UTC. Every answer has an `x-request-id`, which also appears in the log of the server.",
          license: { name: "MIT", url: "https://opensource.org/license/mit" },
          contact: { name: "The Rollcall authors" }
        }
      },
      servers: [{ url: "/", description: "The server that the document comes from." }],
      transform: asServed
    })
  ) {}
