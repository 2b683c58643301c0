import { ContactSettings, DispatchSettings, EventSettings, ImportSettings, SearchSettings } from "@rollcall/core"
import { WebhookSettings } from "@rollcall/core/events"
import { AccessTokenSettings } from "@rollcall/core/operations"
import { AudienceSettings, InboxSettings } from "@rollcall/core/sending"
import { type Context, Effect, Layer, Predicate, Record, Schema, Struct } from "effect"
import { Positive, Span } from "./Given.ts"
import type { RollcallSettings } from "./GivenSettings.ts"

/** Returns the schema of a part of the settings. Fails to compile if core has a setting that hosts can't set. */
const part = <
  Part,
  Fields extends { readonly [Name in keyof Part]-?: Schema.ConstraintDecoder<Part[Name]> } & Schema.Struct.Fields
>(
  _settings: Context.Reference<Part>,
  fields: Fields
) => Schema.optional(Schema.Struct(Struct.map(fields, Schema.optional)))

/** Decodes the settings of a host. */
export const Settings = Schema.Struct({
  accessTokens: part(AccessTokenSettings, { rememberFor: Span }),
  audiences: part(AudienceSettings, {
    inRequest: Schema.Natural,
    maxContacts: Positive,
    workers: Positive,
    sweepEvery: Span,
    dueAfter: Span,
    maxAttempts: Positive
  }),
  contacts: part(ContactSettings, { uniqueIdentifiers: Schema.Boolean }),
  dispatch: part(DispatchSettings, {
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
  }),
  events: part(EventSettings, { recipients: Schema.Boolean, keepFor: Span, pollEvery: Span }),
  imports: part(ImportSettings, {
    batch: Positive,
    workers: Positive,
    sweepEvery: Span,
    nextCheckAfter: Span,
    jobTime: Span,
    keepRowsFor: Span
  }),
  search: part(SearchSettings, { deadline: Span, atOnce: Positive, longestWait: Span }),
  webhooks: part(WebhookSettings, {
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
  }),
  inbox: part(InboxSettings, {
    stopWords: Schema.NullOr(Schema.Array(Schema.String)),
    keepMessagesFor: Span,
    sweepEvery: Span,
    retryAfter: Span
  })
})

/** Checks that the written types match the schema. */
const sameSettings: [RollcallSettings, typeof Settings.Encoded] extends [typeof Settings.Encoded, RollcallSettings]
  ? true
  : never = true
void sameSettings

/** Provides the host's settings, with defaults. */
export const settingsLayer = (given: typeof Settings.Type = {}) =>
  Layer.mergeAll(
    withDefaults(AccessTokenSettings, given.accessTokens),
    withDefaults(AudienceSettings, given.audiences),
    withDefaults(ContactSettings, given.contacts),
    withDefaults(DispatchSettings, given.dispatch),
    withDefaults(EventSettings, given.events),
    withDefaults(ImportSettings, given.imports),
    withDefaults(InboxSettings, given.inbox),
    withDefaults(SearchSettings, given.search),
    withDefaults(WebhookSettings, given.webhooks)
  )

/** Provides a part of the settings: the members that are given, and the defaults of the others. */
const withDefaults = <Part extends object>(
  settings: Context.Reference<Part>,
  given: { readonly [Name in keyof Part]?: Part[Name] | undefined } | undefined
) =>
  Layer.effect(
    settings,
    Effect.map(settings, (defaults) => ({ ...defaults, ...known(given) }))
  )

/** Returns only the members that are given. */
function known<A extends object>(given: A | undefined): { readonly [Name in keyof A]?: Exclude<A[Name], undefined> }
function known(given: object = {}): object {
  return Record.filter(Object.fromEntries(Object.entries(given)), Predicate.isNotUndefined)
}
