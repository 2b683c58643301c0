import { Schema } from "effect"
import { addressFields } from "../../../people/contacts/Identifiers.ts"
import { SearchRequest } from "../../../people/search/Filter.ts"
import { BroadcastUuid, ContactListUuid, ContactUuid, SegmentUuid } from "../../../shared/Ids.ts"
import { given } from "../../../shared/Input.ts"
import { HeaderType } from "../../templates/Template.ts"
import { ValueFormat } from "./ValueFormat.ts"

/** A member that conflicts with another member of the part: one of them would be ignored. */
const apart = Schema.optionalKey(
  Schema.Never.annotate({ message: "cannot be combined with the other members: each part names one kind of contacts" })
)

const { advancedSearch, searchTerm } = SearchRequest.fields

/** The search of a part: any search, without an order. */
const AudienceSearch = Schema.Struct({ searchTerm, advancedSearch })

const listed = { contactListUuid: ContactListUuid }
const searched = { search: AudienceSearch }
const segmented = { segmentUuid: SegmentUuid }
const named = { contactUuids: Schema.Array(ContactUuid) }

/** What became of the recipients of a broadcast, as far as an audience can name it. */
const AudienceOutcome = Schema.Literals([
  "pending",
  "unknown",
  "sent",
  "delivered",
  "read",
  "undeliverable",
  "rejected"
])
export type AudienceOutcome = typeof AudienceOutcome.Type

const addressed = { broadcastUuid: BroadcastUuid, outcomes: Schema.Array(AudienceOutcome) }

/** The other members of each kind of part. */
const apartFrom = {
  list: { contactListUuid: apart },
  search: { search: apart },
  segment: { segmentUuid: apart },
  named: { contactUuids: apart },
  broadcast: { broadcastUuid: apart, outcomes: apart }
}

/** Contacts to include: of a list, of a search, of a segment, or named contacts. */
const IncludedPart = Schema.Union([
  Schema.Struct({ ...listed, ...apartFrom.search, ...apartFrom.segment, ...apartFrom.named }),
  Schema.Struct({ ...searched, ...apartFrom.list, ...apartFrom.segment, ...apartFrom.named }),
  Schema.Struct({ ...segmented, ...apartFrom.list, ...apartFrom.search, ...apartFrom.named }),
  Schema.Struct({ ...named, ...apartFrom.list, ...apartFrom.search, ...apartFrom.segment })
])

/** Contacts to exclude: like contacts to include, or the recipients of a broadcast with some outcomes. */
const ExcludedPart = Schema.Union([
  Schema.Struct({ ...listed, ...apartFrom.search, ...apartFrom.segment, ...apartFrom.named, ...apartFrom.broadcast }),
  Schema.Struct({ ...searched, ...apartFrom.list, ...apartFrom.segment, ...apartFrom.named, ...apartFrom.broadcast }),
  Schema.Struct({ ...segmented, ...apartFrom.list, ...apartFrom.search, ...apartFrom.named, ...apartFrom.broadcast }),
  Schema.Struct({ ...named, ...apartFrom.list, ...apartFrom.search, ...apartFrom.segment, ...apartFrom.broadcast }),
  Schema.Struct({ ...addressed, ...apartFrom.list, ...apartFrom.search, ...apartFrom.segment, ...apartFrom.named })
])
export type ExcludedPart = typeof ExcludedPart.Type

const apartValue = Schema.optionalKey(
  Schema.Never.annotate({ message: "cannot be combined with the other members: a parameter is a value or a field" })
)

/**
 * The value of a parameter: the same text for everybody, or the value of a contact's field, predefined or custom. The
 * fallback stands for a value that the contact does not have. Without a format the value is written as its type is.
 */
const AudienceValue = Schema.Union([
  Schema.Struct({ value: Schema.String, field: apartValue, fallback: apartValue, format: apartValue }),
  Schema.Struct({
    field: Schema.String,
    fallback: given(Schema.String),
    format: given(ValueFormat),
    value: apartValue
  })
])
export type AudienceValue = typeof AudienceValue.Type

const NamedAudienceValues = Schema.Record(Schema.String, AudienceValue)
export type NamedAudienceValues = typeof NamedAudienceValues.Type

const messageValues = {
  header: given(AudienceValue),
  body: given(NamedAudienceValues),
  button: given(NamedAudienceValues)
}

/** The values of each message: as the parameters of a recipient. */
const AudienceParameters = Schema.Struct({
  ...messageValues,
  cards: given(Schema.Array(Schema.Struct(messageValues)))
})
export type AudienceParameters = typeof AudienceParameters.Type

/** When the contacts of an audience are decided: when it is accepted, or when the broadcast starts. */
const AudienceResolve = Schema.Literals(["acceptance", "start"])

/** The contacts that a broadcast reaches, and what each message holds. */
export const AudienceRequest = Schema.Struct({
  /** Their union is the audience. */
  include: Schema.Array(IncludedPart),
  /** Contacts of the union that are not reached. */
  exclude: given(Schema.Array(ExcludedPart)),
  /** The checkbox field that a contact must have checked, such as the consent to marketing; others are not reached. */
  require: given(Schema.Struct({ field: Schema.String })),
  /** The fields to take the address from, in this order; both if absent, the `chatappId` first. */
  address: given(Schema.Array(Schema.Literals(addressFields))),
  /** The field to use as the client reference of each recipient. */
  clientReference: given(Schema.Struct({ field: Schema.String })),
  /** The values that each message has in its places. */
  parameters: given(AudienceParameters),
  /** At `acceptance` if absent. */
  resolve: given(AudienceResolve)
})
/** An interface, as that of a whole audience. */
export interface AudienceRequest extends Schema.Schema.Type<typeof AudienceRequest> {}

/**
 * How many recipients the caller expects: with a difference above `tolerance` the broadcast is refused.
 *
 * @see docs/contributing/decisions.md, R7
 */
export const ExpectedRecipients = Schema.Struct({
  recipients: Schema.Int,
  /** None if absent. */
  tolerance: given(Schema.Int)
})
export type ExpectedRecipients = typeof ExpectedRecipients.Type

const orders = { bodyOrder: Schema.Array(Schema.String), buttonOrder: Schema.Array(Schema.String) }

/** What is kept of a broadcast with an audience: everything that its recipients are made of. */
export const BroadcastAudience = Schema.Struct({
  request: AudienceRequest,
  /** The template parameters of the broadcast. */
  parameters: Schema.Struct({
    header: Schema.NullOr(Schema.Struct({ type: HeaderType, value: Schema.NullOr(Schema.String) })),
    ...orders,
    cards: Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          header: Schema.NullOr(Schema.Struct({ type: Schema.String, value: Schema.NullOr(Schema.String) })),
          ...orders
        })
      )
    )
  }),
  expect: Schema.NullOr(ExpectedRecipients)
})
/** An interface, so that declarations name it instead of writing it out. */
export interface BroadcastAudience extends Schema.Schema.Type<typeof BroadcastAudience> {}
