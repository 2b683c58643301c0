import type { AnswerOf } from "../api/Operation.ts"
import { keysOf, readOneOf } from "../reading/Reader.ts"
import { codecOf, type StateOf } from "../reading/QueryCodec.ts"
import type { Contact, CustomField } from "../contacts/ContactEntry.ts"

export type TimelineItem = AnswerOf<"GET /v1/contacts/:contact_uuid/timeline">["items"][number]

export const tabTitles = { timeline: "Timeline", notes: "Notes" } as const
export const contactTabs = keysOf(tabTitles)

/** The timeline filters and their item types; empty for all types. */
export const timelineTypes = {
  all: [],
  messages: ["message_in", "message_out"],
  changes: ["created", "updated", "imported", "merged", "archived", "unarchived"],
  lists: ["list_added", "list_removed"],
  consent: ["opted_out", "opted_in"],
  notes: ["note"]
} as const satisfies { readonly [what: string]: ReadonlyArray<TimelineItem["type"]> }

export const whatTitles = {
  all: "Everything",
  messages: "Messages",
  changes: "Changes",
  lists: "Lists",
  consent: "Opt-outs",
  notes: "Notes"
} as const satisfies Record<keyof typeof timelineTypes, string>
export const whats = keysOf(whatTitles)

/** The codec of the state in a URL, such as `?tab=notes` or `?what=messages`. */
export const contactQuery = codecOf(
  { tab: readOneOf(contactTabs), what: readOneOf(whats) },
  { tab: "timeline", what: "all" }
)

export type ContactState = StateOf<typeof contactQuery>

/** The properties of a contact's tabs and cards. */
export interface ContactProps {
  readonly contact: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly onChanged: () => void
}
