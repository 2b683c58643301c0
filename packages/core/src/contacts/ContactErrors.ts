import { Schema } from "effect"
import { ContactUuid } from "../shared/Ids.ts"

/** The workspace has no contact with this uuid. */
export class ContactNotFound extends Schema.TaggedError<ContactNotFound>()("ContactNotFound", {
  uuid: ContactUuid
}) {
  override get message(): string {
    return `There is no contact ${this.uuid}.`
  }
}
