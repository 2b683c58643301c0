import { HttpApiMiddleware } from "effect/http-api"
import { Invalid } from "./ContactsErrors.ts"

/** Answers a request of the area whose path, query or body breaks rules with every issue. */
export class ContactsRequestErrors extends HttpApiMiddleware.Service<ContactsRequestErrors>()(
  "@rollcall/api/errors/ContactsRequestErrors",
  { error: Invalid }
) {}
