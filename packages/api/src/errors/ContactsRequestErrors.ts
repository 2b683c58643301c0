import { HttpApiMiddleware } from "effect/http-api"
import { Invalid } from "./ContactsErrors.ts"

/** Checks the requests of the area. An invalid path, query or body returns every issue. */
export class ContactsRequestErrors extends HttpApiMiddleware.Service<ContactsRequestErrors>()(
  "@rollcall/api/errors/ContactsRequestErrors",
  { error: Invalid }
) {}
