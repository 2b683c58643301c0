import { ContactImportUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { StreamedBody } from "../requests/StreamedBody.ts"
import { ImportBody, importsQuery, rowsQuery } from "./ImportRequests.ts"
import { AcceptedImport, ImportPage, ImportPreviewResource, ImportResource, ImportRowPage } from "./ImportResource.ts"

const params = { contact_import_uuid: described(ContactImportUuid, "The import.") }

export class ImportsApi extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.post("create", "/v1/contacts/bulk", {
      payload: ImportBody,
      success: AcceptedImport.pipe(HttpApiSchema.status(202)),
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(StreamedBody, true)
      .annotateMerge(
        operation(
          "contacts:write",
          "Import contacts",
          "Stores the rows and applies them afterwards, in this order. Get the import to see its progress, and " +
            "list its rows to see the outcome of each."
        )
      ),
    HttpApiEndpoint.post("preview", "/v1/contacts/bulk/preview", {
      payload: ImportBody,
      success: ImportPreviewResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    })
      .annotate(StreamedBody, true)
      .annotateMerge(
        operation(
          "contacts:read",
          "Preview an import of contacts",
          "Answers what an import of these rows would do now, row by row, and changes nothing."
        )
      ),
    HttpApiEndpoint.get("list", "/v1/contacts/bulk", {
      query: importsQuery,
      success: ImportPage,
      error: ContactsErrors.everywhere
    }).annotateMerge(operation("contacts:read", "List imports of contacts", "Newest first.")),
    HttpApiEndpoint.post("undo", "/v1/contacts/bulk/:contact_import_uuid/undo", {
      params,
      success: ImportResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.Conflict, ContactsErrors.NotFound, ContactsErrors.Gone]
    }).annotateMerge(
      operation(
        "contacts:write",
        "Undo an import of contacts",
        "Removes the contacts that it created, gives others their former values, and removes contacts from lists that they joined. " +
          "What was changed since stays, and `undo` of the row says why. Opt-outs stay. If `undo.status` is `running` after a few " +
          "seconds, send the request again. Undoing it again changes nothing. Once its rows are removed, the answer is 410."
      )
    ),
    HttpApiEndpoint.get("get", "/v1/contacts/bulk/:contact_import_uuid", {
      params,
      success: ImportResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get an import of contacts", "Counters never decrease.")),
    HttpApiEndpoint.get("rows", "/v1/contacts/bulk/:contact_import_uuid/rows", {
      params,
      query: rowsQuery,
      success: ImportRowPage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound, ContactsErrors.Gone]
    }).annotateMerge(
      operation(
        "contacts:read",
        "List the rows of an import",
        "In the order of the request, each with its outcome. Rows are removed 30 days after the import is over. Then the answer is " +
          "410, and only the counts remain."
      )
    )
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Contact imports", description: "Many contacts at once, in the background." })
  ) {}
