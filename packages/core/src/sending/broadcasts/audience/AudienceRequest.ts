import { Schema } from "effect"
import { addressFields } from "../../../people/contacts/Identifiers.ts"
import { SearchRequest } from "../../../people/search/Filter.ts"
import { BroadcastUuid, ContactListUuid, ContactUuid, SegmentUuid } from "../../../shared/Ids.ts"
import { given } from "../../../shared/Input.ts"
import { HeaderType } from "../../templates/Template.ts"
import { ValueFormat } from "./ValueFormat.ts"

/** A member that must be absent because it conflicts with another member of the part. */
const apart = Schema.optionalKey(
  Schema.Never.annotate({ message: "cannot be combined with the other members: each part names one kind of contacts" })
)

const { advancedSearch, searchTerm } = SearchRequest.fields

/** The search of a part: any search, without a sort order. */
const AudienceSearch = Schema.Struct({ searchTerm, advancedSearch })

const listed = { contactListUuid: ContactListUuid }
const searched = { search: AudienceSearch }
const segmented = { segmentUuid: SegmentUuid }
const named = { contactUuids: Schema.Array(ContactUuid) }

/** A recipient outcome that an audience can exclude. */
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

/** The members of each kind of part, which must be absent from parts of another kind. */
const apartFrom = {
  list: { contactListUuid: apart },
  search: { search: apart },
  segment: { segmentUuid: apart },
  named: { contactUuids: apart },
  broadcast: { broadcastUuid: apart, outcomes: apart }
}

/** Contacts to include: from a list, a search, a segment, or by uuid. */
const IncludedPart = Schema.Union([
  Schema.Struct({ ...listed, ...apartFrom.search, ...apartFrom.segment, ...apartFrom.named }),
  Schema.Struct({ ...searched, ...apartFrom.list, ...apartFrom.segment, ...apartFrom.named }),
  Schema.Struct({ ...segmented, ...apartFrom.list, ...apartFrom.search, ...apartFrom.named }),
  Schema.Struct({ ...named, ...apartFrom.list, ...apartFrom.search, ...apartFrom.segment })
])

/** Contacts to exclude: like contacts to include, or a broadcast's recipients with certain outcomes. */
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
 * The value of a parameter: the same string for all recipients, or a contact field, predefined or custom. `fallback`
 * replaces a missing value. The default format depends on the field's type.
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

/** The parameter values of each message, with the same members as a recipient's parameters. */
const AudienceParameters = Schema.Struct({
  ...messageValues,
  cards: given(Schema.Array(Schema.Struct(messageValues)))
})
export type AudienceParameters = typeof AudienceParameters.Type

/** When the contacts of an audience are determined: at acceptance, or when the broadcast starts. */
const AudienceResolve = Schema.Literals(["acceptance", "start"])

/** The contacts that a broadcast reaches, and the content of each message. */
export const AudienceRequest = Schema.Struct({
  /** The parts of the audience. A contact in any of the parts is included. */
  include: Schema.Array(IncludedPart),
  /** The contacts to leave out. */
  exclude: given(Schema.Array(ExcludedPart)),
  /** A checkbox field that must be checked, such as the consent to marketing. Other contacts are not reached. */
  require: given(Schema.Struct({ field: Schema.String })),
  /** The fields to take the address from, in order of preference. Default: both, `chatappId` first. */
  address: given(Schema.Array(Schema.Literals(addressFields))),
  /** The field to use as each recipient's client reference. */
  clientReference: given(Schema.Struct({ field: Schema.String })),
  /** The values for the placeholders of each message. */
  parameters: given(AudienceParameters),
  /** When the contacts are determined. Default: `acceptance`. */
  resolve: given(AudienceResolve)
})
/** Declared as an interface, so that declaration files refer to the type by name. */
export interface AudienceRequest extends Schema.Schema.Type<typeof AudienceRequest> {}

/**
 * The number of recipients that the caller expects. The broadcast is refused if the difference exceeds `tolerance`.
 *
 * @see docs/contributing/decisions.md, R7
 */
export const ExpectedRecipients = Schema.Struct({
  recipients: Schema.Int,
  /** The allowed difference. Default: 0. */
  tolerance: given(Schema.Int)
})
export type ExpectedRecipients = typeof ExpectedRecipients.Type

const orders = { bodyOrder: Schema.Array(Schema.String), buttonOrder: Schema.Array(Schema.String) }

/** The stored audience of a broadcast, with everything needed to build its recipients. */
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
/** Declared as an interface, so that declaration files refer to the type by name. */
export interface BroadcastAudience extends Schema.Schema.Type<typeof BroadcastAudience> {}
