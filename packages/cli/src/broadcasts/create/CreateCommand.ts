import { BroadcastUuid, ContactUuid } from "@rollcall/core"
import { ValueFormat } from "@rollcall/core/sending"
import { Schema } from "effect"
import { Flag } from "effect/cli"
import { many, on, optional } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

const Natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const flags = {
  template: Flag.String("template").pipe(Flag.withDescription("The name of an approved template")),
  from: Flag.String("from").pipe(Flag.withDescription("The sender's phone number or identifier")),
  name: optional("name", "What people call the broadcast; the name of the template where it is not given"),
  locale: optional("locale", "The language code of the template; en where it is not given"),
  lists: many("list", "Include the contacts on a list, by its name or UUID"),
  segments: many("segment", "Include the contacts in a segment, by its name or UUID"),
  contacts: Flag.String("contact").pipe(
    Flag.withDescription("Include a contact, by its UUID; may be repeated"),
    Flag.withSchema(ContactUuid),
    Flag.atLeast(0)
  ),
  search: optional("search", "Include all that have these words, as contacts search finds them"),
  where: many(
    "where",
    'Include all that satisfy a filter as "field:operator:value"; several, and the words, all count'
  ),
  excludedLists: many("exclude-list", "Leave out the contacts on a list"),
  excludedSegments: many("exclude-segment", "Leave out the contacts in a segment"),
  excludedBroadcasts: Flag.String("exclude-broadcast").pipe(
    Flag.withDescription("Leave out those who got an earlier broadcast, by its UUID; may be repeated"),
    Flag.withSchema(BroadcastUuid),
    Flag.atLeast(0)
  ),
  required: optional(
    "require",
    "Leave out contacts that have not checked this checkbox field, such as marketing_consent"
  ),
  params: many(
    "param",
    'A value of the text from a field, as "name=field" or "name=field:fallback"; values count in this order, before those of --value'
  ),
  values: many("value", 'A value of the text that is the same for everybody, as "name=text"'),
  buttons: many("button", 'A value of a button from a field, as "name=field:fallback"'),
  formats: many(
    "format",
    `How the values of a field are written, as "field=format": ${ValueFormat.literals.join(", ")}`
  ),
  header: optional("header", 'The value of the header from a field, as "field:fallback"'),
  headerValue: optional("header-value", "The text or the https URL of the header, the same for everybody"),
  schedule: optional("schedule", "When it starts, in ISO 8601 with an offset; at once where it is not given"),
  until: optional("until", "When sending ends, in ISO 8601 with an offset"),
  key: optional("key", "An idempotency key: a second broadcast with it is the first one"),
  expect: Flag.Int("expect").pipe(
    Flag.withDescription("How many are to be reached: with others there is no broadcast"),
    Flag.withSchema(Natural),
    Flag.optional
  ),
  tolerance: Flag.Int("tolerance").pipe(
    Flag.withDescription("By how many that may differ"),
    Flag.withSchema(Natural),
    Flag.withDefault(0)
  ),
  atStart: on("at-start", "Decide who it reaches when it starts, and not now")
}

/** `rollcall broadcasts create`: a broadcast to contacts, or what it would come to. */
export const createCommand = targetCommands(() => import("./CreateBroadcast.ts"))(
  "create",
  "Send a template to the contacts of lists, segments or a search.",
  { ...flags, dryRun: on("dry-run", "Print whom it would reach, and examples; nothing is stored or sent") },
  ({ createBroadcast }) => createBroadcast,
  [
    {
      command:
        "rollcall broadcasts create --list VIP --template welcome --from 15550100 --param name=first_name:there --dry-run",
      description: "See whom it would reach, and what the first ones would get"
    }
  ]
)
