import { Context, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { EventsRemoved } from "../events/Events.ts"
import { EventStore } from "../events/EventStore.ts"
import type { EventCursor } from "../events/RollcallEvent.ts"
import { type Caller, nextId, WebhookUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import { laterThan } from "../../shared/Instant.ts"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import {
  maxWebhooks,
  NewWebhook,
  urlIssues,
  type Webhook,
  WebhookChanges,
  WebhookNotFound,
  WebhookReplay
} from "./Webhook.ts"
import { changed, dueOf, enabledAgain } from "./WebhookDelivery.ts"
import { makeSecret } from "./WebhookMessage.ts"
import { PrivateAddressHint, WebhookSettings } from "./WebhookSettings.ts"
import { type StoredWebhook, WebhookStore } from "./WebhookStore.ts"

/** The validated argument of each operation: its position and schema. */
const inputs = { create: [0, NewWebhook], update: [1, WebhookChanges], replay: [1, WebhookReplay] } as const

/** A webhook with its signing secret. Only `create` and `rotate` return the secret. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: Redacted.Redacted
}

type ChangeError = WebhookNotFound | StorageError

/**
 * Manages the webhook endpoints of a workspace. Background workers send the events to the endpoints.
 *
 * @example
 * const webhooks = yield* Webhooks
 * const { secret, webhook } = yield* webhooks.create(caller, { url: "https://example.org/events" })
 * yield* webhooks.update(caller, webhook.uuid, { types: ["contact.created"] })
 * return secret
 */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /**
     * Creates a webhook, which receives the events after this call. A workspace has at most 50 webhooks.
     *
     * @param fields The URL has at most 2,048 characters, is https, has no credentials, and contains no private address
     *   unless the setting `webhooks.allowPrivateAddresses` is on.
     * @example
     * const webhooks = yield* Webhooks
     * const { secret, webhook } = yield* webhooks.create(caller, { url: "https://example.org/events" })
     * return [webhook.uuid, Redacted.value(secret)]
     */
    readonly create: (
      caller: Caller,
      fields: NewWebhook
    ) => Effect.Effect<WebhookWithSecret, InvalidInput | StorageError>

    /**
     * Returns a webhook, without its secrets.
     *
     * @example
     * const webhooks = yield* Webhooks
     * const { failure, status } = yield* webhooks.get(caller, webhook)
     * return [status, failure]
     */
    readonly get: (caller: Caller, uuid: WebhookUuid) => Effect.Effect<Webhook, ChangeError>

    /**
     * Returns the webhooks of a workspace, oldest first.
     *
     * @example
     * const webhooks = yield* Webhooks
     * return (yield* webhooks.list(caller)).map(({ url }) => url)
     */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Webhook>, StorageError>

    /**
     * Changes the URL of a webhook, its event types, or both. The change applies to every event that the endpoint hasn't
     * received. A request under way may still use the old URL or an old type. A disabled webhook stays disabled.
     *
     * @param changes Omitted fields stay unchanged.
     * @example
     * const webhooks = yield* Webhooks
     * return yield* webhooks.update(caller, webhook, { types: ["contact.created", "contact.updated"] })
     */
    readonly update: (
      caller: Caller,
      uuid: WebhookUuid,
      changes: WebhookChanges
    ) => Effect.Effect<Webhook, ChangeError | InvalidInput>

    /**
     * Creates a new secret. The previous secret also signs requests for 24 hours. An older secret stops signing at once.
     *
     * @example
     * const webhooks = yield* Webhooks
     * const { secret } = yield* webhooks.rotate(caller, webhook)
     * return Redacted.value(secret)
     */
    readonly rotate: (caller: Caller, uuid: WebhookUuid) => Effect.Effect<WebhookWithSecret, ChangeError>

    /**
     * Enables a webhook and resumes at once: where it stopped, or after a cursor. Fails with `EventsRemoved` if events
     * after the cursor were removed.
     *
     * @param from Where to resume; `{}` for the position where the webhook stopped.
     * @example
     * const webhooks = yield* Webhooks
     * const { cursor } = yield* webhooks.replay(caller, webhook, { oldest: true })
     * return cursor
     */
    readonly replay: (
      caller: Caller,
      uuid: WebhookUuid,
      from: WebhookReplay
    ) => Effect.Effect<Webhook, ChangeError | InvalidInput | EventsRemoved>

    /**
     * Deletes a webhook. A request under way may still arrive.
     *
     * @example
     * const webhooks = yield* Webhooks
     * yield* webhooks.delete(caller, webhook)
     */
    readonly delete: (caller: Caller, uuid: WebhookUuid) => Effect.Effect<void, ChangeError>
  }
>()("@rollcall/core/events/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const events = yield* EventStore
      const transaction = yield* Transaction
      const checkWorkspace = yield* makeWorkspaceCheck
      const settings = yield* WebhookSettings
      const hint = yield* PrivateAddressHint
      const random = yield* SecureRandom.SecureRandom
      const newSecret = Effect.provideService(makeSecret, SecureRandom.SecureRandom, random)

      const orMissing =
        (uuid: WebhookUuid) =>
        <A>(found: Option.Option<A>): Effect.Effect<A, WebhookNotFound> =>
          Option.match(found, { onNone: () => Effect.fail(new WebhookNotFound({ uuid })), onSome: Effect.succeed })

      /** Changes a locked webhook in one transaction. */
      const change = <A, E>(
        workspace: WorkspaceUuid,
        uuid: WebhookUuid,
        change: (stored: StoredWebhook, now: DateTime.Utc) => Effect.Effect<A, E>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const stored = yield* Effect.flatMap(store.lock({ workspace, webhook: uuid }), orMissing(uuid))
            return yield* change(stored, laterThan(stored.webhook.updatedAt, yield* DateTime.now))
          })
        )

      const checkCursor = Effect.fnUntraced(function* (workspace: WorkspaceUuid, after: EventCursor) {
        const reading = yield* events.read(workspace, { after, types: null, limit: 1 })
        if (reading._tag === "Removed") return yield* new EventsRemoved()
        if (reading._tag === "Unknown") {
          return yield* new InvalidInput({
            issues: [
              issue(
                "value_error",
                ["after"],
                "is not a cursor of this store, or is newer than its newest event. Leave out the cursor to start again"
              )
            ]
          })
        }
      })

      return Webhooks.of(
        workspaceService("Webhooks", inputs, {
          create: Effect.fnUntraced(function* ({ workspace }, { types = null, url }) {
            yield* InvalidInput.refuse(urlIssues(url, settings.allowPrivateAddresses, hint))
            yield* checkWorkspace(workspace)
            const secret = yield* newSecret
            const now = yield* DateTime.now
            const webhook: Webhook = {
              uuid: WebhookUuid.make(yield* nextId),
              workspaceUuid: workspace,
              url,
              types,
              status: "enabled",
              statusReason: null,
              cursor: yield* events.end(workspace),
              waiting: [],
              failure: null,
              missedAt: null,
              createdAt: now,
              updatedAt: now
            }
            const insert = Effect.gen(function* () {
              yield* transaction.lock([`webhooks ${workspace}`], "exclusive")
              if ((yield* store.list(workspace)).length >= maxWebhooks) {
                return yield* new InvalidInput({
                  issues: [
                    issue("value_error", [], `a workspace has at most ${maxWebhooks} webhooks: delete one first`)
                  ]
                })
              }
              yield* store.insert({ webhook, secrets: { current: secret, previous: null, previousUntil: null } })
            })
            yield* transaction.run(insert)
            return { webhook, secret }
          }),

          get: ({ workspace }, uuid) => Effect.flatMap(store.find({ workspace, webhook: uuid }), orMissing(uuid)),

          list: ({ workspace }) => store.list(workspace),

          update: Effect.fnUntraced(function* ({ workspace }, uuid, changes) {
            if (changes.url !== undefined) {
              yield* InvalidInput.refuse(urlIssues(changes.url, settings.allowPrivateAddresses, hint))
            }
            return yield* change(workspace, uuid, ({ secrets, webhook }, now) => {
              const next = changed(webhook, changes, now)
              return Effect.as(store.save({ webhook: next, secrets }, dueOf(next, settings)), next)
            })
          }),

          rotate: ({ workspace }, uuid) =>
            Effect.flatMap(newSecret, (secret) =>
              change(workspace, uuid, ({ secrets, webhook }, now) => {
                const next = { ...webhook, updatedAt: now }
                const rotated = {
                  current: secret,
                  previous: secrets.current,
                  previousUntil: DateTime.addDuration(now, settings.keepPreviousSecretFor)
                }
                return Effect.as(store.saveSecrets({ webhook: next, secrets: rotated }), { webhook: next, secret })
              })
            ),

          replay: Effect.fnUntraced(function* ({ workspace }, uuid, { after = null, oldest = false }) {
            if (after !== null && oldest === true) {
              return yield* new InvalidInput({
                issues: [issue("value_error", ["oldest"], "cannot be true if `after` has a cursor")]
              })
            }
            return yield* change(
              workspace,
              uuid,
              Effect.fnUntraced(function* ({ secrets, webhook }, now) {
                if (after !== null) yield* checkCursor(workspace, after)
                const enabled = enabledAgain(webhook, now)
                const isMoved = after !== null || oldest === true
                const next = isMoved ? { ...enabled, cursor: after, waiting: [], failure: null } : enabled
                yield* store.save({ webhook: next, secrets }, dueOf(next, settings))
                return next
              })
            )
          }),

          delete: Effect.fnUntraced(function* ({ workspace }, uuid) {
            if (!(yield* store.remove({ workspace, webhook: uuid }))) return yield* new WebhookNotFound({ uuid })
          })
        })
      )
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
