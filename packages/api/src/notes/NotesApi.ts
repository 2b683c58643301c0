import { ContactUuid, NoteUuid } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ContactsAuthorization } from "../access/Authorization.ts"
import { operation } from "../access/Operation.ts"
import * as ContactsErrors from "../errors/ContactsErrors.ts"
import { ContactsRequestErrors } from "../errors/ContactsRequestErrors.ts"
import { NoContent } from "../requests/NoContent.ts"
import { pageQuery } from "../requests/Paging.ts"
import { CreateNoteBody, ReplaceNoteBody } from "./NoteRequests.ts"
import { NotePage, NoteResource } from "./NoteResource.ts"

const contactParams = { contact_uuid: described(ContactUuid, "The contact.") }
const noteParams = { ...contactParams, note_uuid: described(NoteUuid, "The note.") }

export class NotesApi extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("list", "/v1/contacts/:contact_uuid/notes", {
      params: contactParams,
      query: pageQuery,
      success: NotePage,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "List the notes on a contact", "Newest first.")),
    HttpApiEndpoint.post("create", "/v1/contacts/:contact_uuid/notes", {
      params: contactParams,
      payload: CreateNoteBody,
      success: NoteResource.pipe(HttpApiSchema.status(201)),
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Create a note on a contact")),
    HttpApiEndpoint.get("get", "/v1/contacts/:contact_uuid/notes/:note_uuid", {
      params: noteParams,
      success: NoteResource,
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:read", "Get a note")),
    HttpApiEndpoint.put("replace", "/v1/contacts/:contact_uuid/notes/:note_uuid", {
      params: noteParams,
      payload: ReplaceNoteBody,
      success: NoteResource,
      error: [...ContactsErrors.withBody, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Replace a note", "Replaces title and text.")),
    HttpApiEndpoint.delete("archive", "/v1/contacts/:contact_uuid/notes/:note_uuid", {
      params: noteParams,
      success: NoContent("The note is archived."),
      error: [...ContactsErrors.everywhere, ContactsErrors.NotFound]
    }).annotateMerge(operation("contacts:write", "Archive a note", "It can no longer be found."))
  )
  .middleware(ContactsRequestErrors)
  .middleware(ContactsAuthorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Contact notes", description: "Notes on the contacts of a workspace." })
  ) {}
