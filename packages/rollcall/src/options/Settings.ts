import { ContactSettings, DispatchSettings, EventSettings, ImportSettings, SearchSettings } from "@rollcall/core"
import { AccessTokenSettings } from "@rollcall/core/operations"
import { AudienceSettings, InboxSettings } from "@rollcall/core/sending"
import { WebhookSettings } from "@rollcall/core/events"
import { Effect, Layer, Predicate, Record, Schema, Struct } from "effect"
import { Positive, Span } from "./Given.ts"
import type { RollcallSettings } from "./GivenSettings.ts"

const accessTokens = { rememberFor: Span }

const contacts = { uniqueIdentifiers: Schema.Boolean }

const dispatch = {
  rate: Schema.Struct({ perSecond: Positive, burst: Positive }),
  workersPerBroadcast: Positive,
  groupsAtOnce: Positive,
  chunk: Positive,
  concurrency: Positive,
  lease: Span,
  grace: Span,
  sweepEvery: Span,
  nextCheckAfter: Span,
  jobTime: Span,
  retries: Schema.Natural,
  retryAfter: Span,
  onUnknown: Schema.Literals(["wait", "resend", "give-up"]),
  keepUnmatchedFor: Span,
  keepRecipientsFor: Schema.NullOr(Span),
  keepKeysFor: Span
}

const imports = {
  batch: Positive,
  workers: Positive,
  sweepEvery: Span,
  nextCheckAfter: Span,
  jobTime: Span,
  keepRowsFor: Span
}

const audiences = {
  inRequest: Schema.Natural,
  maxContacts: Positive,
  workers: Positive,
  sweepEvery: Span,
  dueAfter: Span,
  maxAttempts: Positive
}

const events = { recipients: Schema.Boolean, keepFor: Span, pollEvery: Span }

const search = { deadline: Span, atOnce: Positive, longestWait: Span }

const inbox = {
  stopWords: Schema.NullOr(Schema.Array(Schema.String)),
  keepMessagesFor: Span,
  sweepEvery: Span,
  retryAfter: Span
}

const webhooks = {
  allowPrivateAddresses: Schema.Boolean,
  workers: Positive,
  concurrency: Positive,
  chunk: Positive,
  maxWaiting: Positive,
  timeout: Span,
  retryAfter: Span,
  longestRetryAfter: Span,
  giveUpAfter: Span,
  keepPreviousSecretFor: Span,
  lease: Span,
  jobTime: Span,
  sweepEvery: Span
}

/** Fails to compile if core has a setting that hosts can't set. */
type Complete<Settings> = { readonly [Name in keyof Settings]-?: Schema.ConstraintDecoder<Settings[Name]> }
accessTokens satisfies Complete<AccessTokenSettings>
audiences satisfies Complete<AudienceSettings>
contacts satisfies Complete<ContactSettings>
dispatch satisfies Complete<DispatchSettings>
events satisfies Complete<EventSettings>
imports satisfies Complete<ImportSettings>
search satisfies Complete<SearchSettings>
webhooks satisfies Complete<WebhookSettings>
inbox satisfies Complete<InboxSettings>

const part = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.optional(Schema.Struct(Struct.map(fields, Schema.optional)))

/** Decodes the settings of a host. */
export const Settings = Schema.Struct({
  accessTokens: part(accessTokens),
  audiences: part(audiences),
  contacts: part(contacts),
  dispatch: part(dispatch),
  events: part(events),
  imports: part(imports),
  search: part(search),
  webhooks: part(webhooks),
  inbox: part(inbox)
})

/** Checks that the written types match the schema. */
const sameSettings: [RollcallSettings, typeof Settings.Encoded] extends [typeof Settings.Encoded, RollcallSettings]
  ? true
  : never = true
void sameSettings

/** Provides the host's settings, with defaults. */
export const settingsLayer = ({
  accessTokens,
  audiences,
  contacts,
  dispatch,
  events,
  imports,
  inbox,
  search,
  webhooks
}: typeof Settings.Type = {}) =>
  Layer.mergeAll(
    Layer.succeed(AccessTokenSettings, { ...AccessTokenSettings.defaultValue(), ...known(accessTokens) }),
    Layer.effect(
      ContactSettings,
      Effect.map(ContactSettings, (defaults) => ({ ...defaults, ...known(contacts) }))
    ),
    Layer.effect(
      EventSettings,
      Effect.map(EventSettings, (defaults) => ({ ...defaults, ...known(events) }))
    ),
    Layer.succeed(AudienceSettings, { ...AudienceSettings.defaultValue(), ...known(audiences) }),
    Layer.succeed(DispatchSettings, { ...DispatchSettings.defaultValue(), ...known(dispatch) }),
    Layer.succeed(ImportSettings, { ...ImportSettings.defaultValue(), ...known(imports) }),
    Layer.succeed(SearchSettings, { ...SearchSettings.defaultValue(), ...known(search) }),
    Layer.succeed(WebhookSettings, { ...WebhookSettings.defaultValue(), ...known(webhooks) }),
    Layer.succeed(InboxSettings, { ...InboxSettings.defaultValue(), ...known(inbox) })
  )

/** Returns only the members that are given. */
function known<A extends object>(given: A | undefined): { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }
function known(given: object = {}): object {
  return Record.filter(Object.fromEntries(Object.entries(given)), Predicate.isNotUndefined)
}
