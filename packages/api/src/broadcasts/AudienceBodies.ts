import { BroadcastUuid, ContactListUuid, ContactUuid } from "@rollcall/core"
import { described, SegmentUuid, shown } from "@rollcall/core/operations"
import { type AudienceRequest, ValueFormat } from "@rollcall/core/sending"
import { Record, Schema, Struct } from "effect"
import { given } from "../requests/Codecs.ts"
import { fieldNamed, fieldOnWire, toSearchBody } from "../contacts/ContactRequests.ts"
import { fromWire } from "../requests/WireNames.ts"
import { SegmentSearchBody, toSegmentSearch } from "../segments/SegmentRequests.ts"

/** A member that can't be combined with the others, so that none of them is ignored silently. */
const apart = Schema.optionalKey(
  Schema.Never.annotate({ message: "cannot be combined with the other members: each part names one kind of contacts" })
)

const kinds = {
  list: { contact_list_uuid: described(ContactListUuid, "The contacts on this list.") },
  search: { search: described(SegmentSearchBody, "The contacts that a search without an order finds.") },
  segment: { segment_uuid: described(SegmentUuid, "The contacts in this segment.") },
  contacts: {
    contact_uuids: described(
      Schema.Array(ContactUuid).check(shown({ maxItems: 20_000 })),
      "These contacts, 1 to 20,000. In answers, an empty list replaces a search that named a person who was erased."
    )
  },
  recipients: {
    broadcast_uuid: described(BroadcastUuid, "The contacts who are recipients of this broadcast."),
    outcomes: described(
      Schema.Array(
        Schema.Literals(["pending", "unknown", "sent", "delivered", "read", "undeliverable", "rejected"])
      ).check(shown({ minItems: 1 })),
      "Only recipients with exactly these statuses."
    )
  }
}

const apartFromOthers = { contact_list_uuid: apart, search: apart, segment_uuid: apart, contact_uuids: apart }
const apartFromAll = { ...apartFromOthers, broadcast_uuid: apart, outcomes: apart }

const IncludeBody = Schema.Union([
  Schema.Struct({ ...apartFromOthers, ...kinds.list }),
  Schema.Struct({ ...apartFromOthers, ...kinds.search }),
  Schema.Struct({ ...apartFromOthers, ...kinds.segment }),
  Schema.Struct({ ...apartFromOthers, ...kinds.contacts })
]).annotate({
  identifier: "AudienceInclude",
  description: "Contacts to include: a list, a search, a segment, or single contacts by their uuids."
})

const ExcludeBody = Schema.Union([
  Schema.Struct({ ...apartFromAll, ...kinds.list }),
  Schema.Struct({ ...apartFromAll, ...kinds.search }),
  Schema.Struct({ ...apartFromAll, ...kinds.segment }),
  Schema.Struct({ ...apartFromAll, ...kinds.contacts }),
  Schema.Struct({ ...apartFromAll, ...kinds.recipients })
]).annotate({
  identifier: "AudienceExclude",
  description: "Contacts to exclude, even if another part includes them: also the recipients of an earlier broadcast."
})

const apartValue = Schema.optionalKey(
  Schema.Never.annotate({ message: "cannot be combined with the other members: a parameter is a value or a field" })
)

const ValueBody = Schema.Union([
  Schema.Struct({
    value: described(Schema.String, "The same string for everybody."),
    field: apartValue,
    fallback: apartValue,
    format: apartValue
  }),
  Schema.Struct({
    field: described(Schema.String, "A field of the contact, or the key of a custom field."),
    fallback: described(
      given(Schema.String),
      "The string for contacts without a value. Without a fallback, they are not reached."
    ),
    format: described(
      given(ValueFormat),
      "How the value is written. A timestamp: `date_time` (the default), `date`, `full_date` with the weekday, or `time`. " +
        "A date: `date` or `full_date`. A time: `time`. An integer: `integer` without separators (the default) or `decimal` " +
        "with the separators of the language. A decimal number or a percentage: `decimal`."
    ),
    value: apartValue
  })
]).annotate({
  identifier: "AudienceValue",
  description: "The value of a parameter: a string, or a field of each contact."
})

const messageValues = {
  header: described(given(ValueBody), "The value of the header, if the template takes one."),
  body: described(given(Schema.Record(Schema.String, ValueBody)), "The values of the text, by their names."),
  button: described(given(Schema.Record(Schema.String, ValueBody)), "The values of the buttons, by their names.")
}

const ValuesBody = Schema.Struct({
  ...messageValues,
  cards: described(
    given(Schema.Array(Schema.Struct(messageValues).annotate({ identifier: "AudienceCard", description: "A card." }))),
    "The values of each card of a carousel, in order."
  )
}).annotate({ identifier: "AudienceParameters", description: "The values of the message to each contact." })

/** The contacts that a broadcast reaches, and the values of their messages. */
export const AudienceBody = Schema.Struct({
  include: described(
    Schema.Array(IncludeBody).check(shown({ minItems: 1, maxItems: 50 })),
    "The audience: the union of these."
  ),
  exclude: described(
    given(Schema.Array(ExcludeBody).check(shown({ maxItems: 50 }))),
    "Contacts to leave out of the audience. Exclusions win."
  ),
  require: described(
    given(
      Schema.Struct({ field: described(Schema.String, "The key of a custom field of the type checkbox.") }).annotate({
        identifier: "AudienceRequirement",
        description: "A checkbox field that a contact must have checked."
      })
    ),
    "The consent that a contact must have given. Contacts that have not checked the field are not reached."
  ),
  address: described(
    given(Schema.Array(Schema.Literals(["chatapp_id", "phone_number"])).check(shown({ minItems: 1 }))),
    "The fields whose addresses are tried, in this order.",
    { default: ["chatapp_id", "phone_number"] }
  ),
  client_reference: described(
    given(Schema.Struct({ field: described(Schema.String, "A field of the contact, or the key of a custom field.") })),
    "The field whose value is the client reference of each recipient."
  ),
  parameters: described(given(ValuesBody), "The values of the message to each contact."),
  resolve: described(
    given(Schema.Literals(["acceptance", "start"])),
    "When the contacts are decided: when the broadcast is accepted, or when it starts.",
    { default: "acceptance" }
  )
}).annotate({
  identifier: "Audience",
  description:
    "The contacts that a broadcast reaches, as they are at one point in time. Archived contacts are never reached."
})

export const ExpectBody = Schema.Struct({
  recipients: described(Schema.Int.check(shown({ minimum: 0 })), "How many recipients the estimate returned."),
  tolerance: described(given(Schema.Int.check(shown({ minimum: 0 }))), "By how many the number may differ.", {
    default: 0
  })
}).annotate({
  identifier: "AudienceExpectation",
  description: "How many recipients you expect. If the number differs by more than the tolerance, nothing is stored."
})

type ExcludeRequest = NonNullable<AudienceRequest["exclude"]>[number]
type IncludeRequest = AudienceRequest["include"][number]

const toInclude = (part: typeof IncludeBody.Type): IncludeRequest =>
  part.search === undefined ? fromWire(part) : { search: toSegmentSearch(part.search) }

const toExclude = (part: typeof ExcludeBody.Type): ExcludeRequest =>
  part.broadcast_uuid === undefined ? toInclude(part) : fromWire(part)

const addressNames = { chatapp_id: "chatappId", phone_number: "phoneNumber" } as const
const addressOnWire = { chatappId: "chatapp_id", phoneNumber: "phone_number" } as const

type Values = typeof ValuesBody.Type
type Value = typeof ValueBody.Type
type GivenValues = NonNullable<AudienceRequest["parameters"]>
type GivenValue = NonNullable<GivenValues["header"]>

/** Makes a function that renames the field of a value. */
const renamed =
  (rename: (field: string) => string) =>
  (value: GivenValue): Value =>
    value.field === undefined
      ? { value: value.value }
      : {
          field: rename(value.field),
          ...(typeof value.fallback === "string" && { fallback: value.fallback }),
          ...(value.format && { format: value.format })
        }

const mapValues = (values: GivenValues, change: (value: GivenValue) => Value): Values => {
  const each = ({ body, button, header }: Omit<GivenValues, "cards">) => ({
    ...(header && { header: change(header) }),
    ...(body && { body: Record.map(body, change) }),
    ...(button && { button: Record.map(button, change) })
  })
  return { ...each(values), ...(values.cards && { cards: values.cards.map(each) }) }
}

/** Converts the audience of a body. */
export const toAudienceRequest = (body: typeof AudienceBody.Type): AudienceRequest => ({
  include: body.include.map(toInclude),
  exclude: body.exclude?.map(toExclude),
  require: body.require,
  address: body.address?.map((name) => addressNames[name]),
  clientReference: body.client_reference && { field: fieldNamed(body.client_reference.field) },
  parameters: body.parameters && mapValues(body.parameters, renamed(fieldNamed)),
  resolve: body.resolve
})

const onWireInclude = (part: IncludeRequest): typeof IncludeBody.Encoded => {
  if (part.contactListUuid !== undefined) return { contact_list_uuid: part.contactListUuid }
  if (part.search !== undefined) return { search: toSearchBody(part.search) }
  return part.segmentUuid === undefined
    ? { contact_uuids: part.contactUuids.slice(0, maxShownContacts) }
    : { segment_uuid: part.segmentUuid }
}

const onWireExclude = (part: ExcludeRequest): typeof ExcludeBody.Encoded =>
  part.broadcastUuid === undefined
    ? onWireInclude(part)
    : { broadcast_uuid: part.broadcastUuid, outcomes: part.outcomes }

/** The most contacts of a part to show, because a broadcast may have tens of thousands and is read often. */
const maxShownContacts = 100

/** Encodes an audience. Adds the members that have defaults. */
export const toAudienceBody = (audience: AudienceRequest): typeof AudienceBody.Encoded => ({
  include: audience.include.map(onWireInclude),
  exclude: (audience.exclude ?? []).map(onWireExclude),
  require: audience.require ?? null,
  address: (audience.address ?? Struct.keys(addressOnWire)).map((name) => addressOnWire[name]),
  client_reference: audience.clientReference ? { field: fieldOnWire(audience.clientReference.field) } : null,
  parameters: audience.parameters ? mapValues(audience.parameters, renamed(fieldOnWire)) : null,
  resolve: audience.resolve ?? "acceptance"
})
