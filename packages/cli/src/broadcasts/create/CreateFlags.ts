import { BroadcastUuid, ContactUuid } from "@rollcall/core"
import { ValueFormat } from "@rollcall/core/sending"
import { Schema } from "effect"
import { type Command, Flag } from "effect/cli"
import { many, on, optional } from "../../targets/Flags.ts"

const Natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const createFlags = {
  template: Flag.String("template").pipe(Flag.withDescription("The name of an approved template")),
  from: Flag.String("from").pipe(Flag.withDescription("The sender's phone number or identifier")),
  name: optional("name", "The name of the broadcast. The default is the name of the template"),
  locale: optional("locale", "The language code of the template. The default is en"),
  lists: many("list", "Include the contacts on a list, by its name or UUID"),
  segments: many("segment", "Include the contacts in a segment, by its name or UUID"),
  contacts: Flag.String("contact").pipe(
    Flag.withDescription("Include a contact, by its UUID; may be repeated"),
    Flag.withSchema(ContactUuid),
    Flag.atLeast(0)
  ),
  search: optional("search", "Include contacts that match these words, as `contacts search` does"),
  where: many(
    "where",
    'Include contacts that match a filter as "field:operator:value". All filters and words must match'
  ),
  excludedLists: many("exclude-list", "Exclude the contacts on a list"),
  excludedSegments: many("exclude-segment", "Exclude the contacts in a segment"),
  excludedBroadcasts: Flag.String("exclude-broadcast").pipe(
    Flag.withDescription("Exclude recipients of an earlier broadcast, by its UUID; may be repeated"),
    Flag.withSchema(BroadcastUuid),
    Flag.atLeast(0)
  ),
  required: optional("require", "Exclude contacts without this checkbox field checked, such as marketing_consent"),
  params: many(
    "param",
    'A body parameter from a field, as "name=field" or "name=field:fallback". Parameters keep this order and come before --value'
  ),
  values: many("value", 'A body parameter that is the same for everybody, as "name=value"'),
  buttons: many("button", 'A button parameter from a field, as "name=field:fallback"'),
  formats: many("format", `The format of a field's values, as "field=format": ${ValueFormat.literals.join(", ")}`),
  header: optional("header", 'The header parameter from a field, as "field:fallback"'),
  headerValue: optional("header-value", "The header text or https URL, the same for everybody"),
  schedule: optional("schedule", "When sending starts, in ISO 8601 with an offset. The default is now"),
  until: optional("until", "When sending ends, in ISO 8601 with an offset"),
  key: optional("key", "An idempotency key. A second request with the same key returns the first broadcast"),
  expect: Flag.Int("expect").pipe(
    Flag.withDescription("The expected number of recipients. If it differs, no broadcast is created"),
    Flag.withSchema(Natural),
    Flag.optional
  ),
  tolerance: Flag.Int("tolerance").pipe(
    Flag.withDescription("The allowed difference from the expected number"),
    Flag.withSchema(Natural),
    Flag.withDefault(0)
  ),
  atStart: on("at-start", "Choose the recipients when sending starts, not now")
}

export type Asked = Command.Command.Config.Infer<typeof createFlags>
