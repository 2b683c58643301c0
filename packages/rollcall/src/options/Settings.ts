import { ContactSettings, DispatchSettings, EventSettings, ImportSettings, SearchSettings } from "@rollcall/core"
import { AccessTokenSettings } from "@rollcall/core/access"
import { AudienceSettings } from "@rollcall/core/broadcasts"
import { InboxSettings } from "@rollcall/core/inbox"
import { WebhookSettings } from "@rollcall/core/webhooks"
import {
  Duration,
  Effect,
  Layer,
  Option,
  Predicate,
  Record,
  Schema,
  SchemaIssue,
  SchemaTransformation,
  Struct
} from "effect"
import { decode } from "../methods/Inputs.ts"
import type { RollcallSettings } from "./GivenSettings.ts"

const Positive = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** A span of time as a host gives it: milliseconds, or a text such as `60 seconds`. */
export const Span = Schema.Union([Schema.Number, Schema.String]).pipe(
  Schema.decodeTo(
    Schema.Duration,
    SchemaTransformation.transformEffect({
      decode: (input: number | string, options) =>
        Option.match(Option.filter(durationOf(input), Duration.isPositive), {
          onNone: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { issueType: "value_error", message: "must be positive milliseconds, or a text such as 60 seconds" },
                input,
                options
              )
            ),
          onSome: Effect.succeed
        }),
      encode: (span: Duration.Duration) => Effect.succeed(Duration.toMillis(span))
    })
  )
)

const durationOf = (input: number | string): Option.Option<Duration.Duration> =>
  Predicate.isNumber(input)
    ? Option.filter(Option.some(Duration.millis(input)), Duration.isFinite)
    : Schema.decodeUnknownOption(Schema.DurationFromString)(input)

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
  stopWords: Schema.Array(Schema.String),
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

/** A setting that core has and a host cannot give does not compile. */
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

const Settings = Schema.Struct({
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

/** The names of the settings, by part. */
export const settingNames = Record.map(
  { accessTokens, audiences, contacts, dispatch, events, imports, inbox, search, webhooks },
  (fields): ReadonlyArray<string> => Object.keys(fields)
)

/** The settings as their schema reads them are those that are written out. */
const sameSettings: [RollcallSettings, typeof Settings.Encoded] extends [typeof Settings.Encoded, RollcallSettings]
  ? true
  : never = true
void sameSettings

/** The settings that count: those of the host, and for the others the defaults. */
export const settingsLayer = (given: RollcallSettings = {}) =>
  Layer.unwrap(
    Effect.map(
      decode(["settings", Settings], given),
      ({ accessTokens, audiences, contacts, dispatch, events, imports, inbox, search, webhooks }) =>
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
    )
  )

/** The members that are given. */
function known<A extends object>(given: A | undefined): { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }
function known(given: object = {}): object {
  return Record.filter(Object.fromEntries(Object.entries(given)), Predicate.isNotUndefined)
}
