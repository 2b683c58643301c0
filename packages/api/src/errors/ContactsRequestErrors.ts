import { HttpApiMiddleware } from "effect/http-api"
import { Invalid } from "./ContactsErrors.ts"

/** Answers path and query violations of the area with every issue, those of the body among them (W4). */
export class ContactsRequestErrors extends HttpApiMiddleware.Service<ContactsRequestErrors>()(
  "@rollcall/api/errors/ContactsRequestErrors",
  { error: Invalid }
) {}
