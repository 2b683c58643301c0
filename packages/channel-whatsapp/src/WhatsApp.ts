import { DispatchSettings, type StorageError } from "@rollcall/core"
import {
  ChannelWebhook,
  MayBegin,
  MessageChannel,
  type OutboundMessage,
  SendError,
  type SentMessage,
  TemplateCatalog
} from "@rollcall/core/channel"
import { Context, Duration, Effect, Layer, Option, Schema, Semaphore } from "effect"
import * as Mac from "effect/crypto/Mac"
import { HttpClient } from "effect/http"
import { makeSenders } from "./accounts/Senders.ts"
import { WhatsAppAccounts } from "./accounts/WhatsAppAccounts.ts"
import { makeGraphApi } from "./graph/GraphApi.ts"
import { toUnanswered } from "./graph/GraphErrors.ts"
import { messageRequest } from "./messages/MessageRequest.ts"
import { makeAccountTemplates } from "./templates/AccountTemplates.ts"
import { layerMac } from "./webhook/Signature.ts"
import { makeWebhook } from "./webhook/Webhook.ts"
import { settingsOf, type WhatsAppOptions } from "./WhatsAppSettings.ts"

const Accepted = Schema.Struct({
  messages: Schema.NonEmptyArray(
    Schema.Struct({ id: Schema.NonEmptyString, message_status: Schema.optionalKey(Schema.Unknown) })
  ),
  contacts: Schema.optionalKey(Schema.Unknown)
})
const Contacts = Schema.NonEmptyArray(Schema.Struct({ wa_id: Schema.NonEmptyString }))
const decodeAccepted = Schema.decodeUnknownOption(Accepted)
const decodeContacts = Schema.decodeUnknownOption(Contacts)

/** How long a send waits for earlier sends of the same sender. After that, the send fails with `Throttled`. */
const longestWait = Duration.seconds(5)

/**
 * Sends WhatsApp messages through the Cloud API. Provides the channel, its templates and its webhook. Each message carries
 * the recipient's uuid, which comes back in receipts. `lookup` always returns `Unknown`, because the API has no lookup. At
 * most as many sends of one sender run at a time as the rate allows per second. Requests go through the `HttpClient`. With
 * `layerConnections` of `@rollcall/channel-whatsapp/node`, a process that was suspended loses no message.
 */
export const layer = (
  options: WhatsAppOptions = {}
): Layer.Layer<MessageChannel | TemplateCatalog | ChannelWebhook, never, WhatsAppAccounts | HttpClient.HttpClient> =>
  Layer.provide(Layer.effectContext(make(options)), layerMac)

const make = Effect.fnUntraced(function* (options: WhatsAppOptions) {
  const settings = settingsOf(options)
  const accounts = yield* WhatsAppAccounts
  const { rate } = yield* DispatchSettings
  const api = makeGraphApi(yield* HttpClient.HttpClient, settings)
  const { find: findSender, list: senders } = makeSenders(api, accounts, settings)
  const templates = makeAccountTemplates(api, accounts, findSender, settings)
  const inFlight = new Map<string, Semaphore.Semaphore>()

  const inFlightOf = (phoneNumberId: string): Semaphore.Semaphore => {
    const semaphore = inFlight.get(phoneNumberId) ?? Semaphore.makeUnsafe(Math.max(1, Math.ceil(rate.perSecond)))
    inFlight.set(phoneNumberId, semaphore)
    return semaphore
  }

  const send = Effect.fnUntraced(function* (message: OutboundMessage) {
    const { from, locale, templateName, workspace } = message
    const account = yield* beforeSend(findSender(workspace, from))
    if (Option.isNone(account)) {
      return yield* new SendError({
        reason: "SenderRejected",
        code: "no_sender",
        detail: `the workspace has no sender ${from}`
      })
    }
    const layout = yield* beforeSend(templates.find(account.value, templateName, locale))
    if (Option.isNone(layout)) {
      const detail = `the account has no template ${JSON.stringify(templateName)} in locale ${JSON.stringify(locale)}`
      return yield* new SendError({ reason: "TemplateRejected", code: "no_template", detail })
    }
    const body = yield* Effect.fromResult(messageRequest(message, layout.value))
    const { phoneNumberId } = account.value
    const answer = yield* withinTime(
      inFlightOf(phoneNumberId),
      Effect.andThen(yield* MayBegin, api.post(account.value, `${phoneNumberId}/messages`, body))
    )
    const accepted = decodeAccepted(answer)
    if (Option.isNone(accepted)) {
      return yield* new SendError({ reason: "OutcomeUnknown", detail: "the API did not return the id of the message" })
    }
    const { id: messageId, message_status: status = "accepted" } = accepted.value.messages[0]
    if (status === "paused") {
      const detail = "the platform has paused the template and does not send the message"
      return yield* new SendError({ reason: "TemplateRejected", code: "paused", detail })
    }
    const isHeld = status === "held_for_quality_assessment"
    if (!isHeld && status !== "accepted") {
      yield* Effect.logWarning("the platform accepted a message, but answered with an unknown status").pipe(
        Effect.annotateLogs({ message_status: JSON.stringify(status) })
      )
    }
    const contacts = Option.getOrUndefined(decodeContacts(accepted.value.contacts))
    const writesFrom = contacts?.[0].wa_id
    const isOther = writesFrom !== undefined && writesFrom !== message.to
    if (!isOther && !isHeld) return messageId
    return { messageId, ...(isOther && { writesFrom }), ...(isHeld && { isHeld }) } satisfies SentMessage
  })

  const channel = MessageChannel.of({
    channelType: settings.channelType,
    hasSender: (workspace, from) =>
      findSender(workspace, from).pipe(Effect.map(Option.isSome), Effect.catchTag("SendError", toUnanswered)),
    senders,
    send,
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }))),
    listen: () => Effect.never
  })

  return Context.make(MessageChannel, channel).pipe(
    Context.add(TemplateCatalog, templates.catalog),
    Context.add(ChannelWebhook, makeWebhook(accounts, templates, yield* Mac.Mac))
  )
})

/** Maps an error from before the message was sent, so that it never counts as the recipient's fault. */
const beforeSend = <A>(effect: Effect.Effect<A, SendError | StorageError>): Effect.Effect<A, SendError> =>
  Effect.mapError(effect, (error) => {
    if (error._tag === "StorageError") {
      return new SendError({ reason: "Transient", detail: "the accounts cannot be read now" })
    }
    if (error.reason === "OutcomeUnknown") return new SendError({ reason: "Transient", detail: error.detail })
    if (error.reason !== "Undeliverable" && error.reason !== "Refused") return error
    const { code, detail } = error
    return new SendError({ reason: "SenderRejected", detail, ...(code !== undefined && { code }) })
  })

/** Runs a request with a permit. Fails with `Throttled` if no permit is free within {@link longestWait}. */
const withinTime = <A>(semaphore: Semaphore.Semaphore, request: Effect.Effect<A, SendError>) =>
  Effect.acquireUseRelease(
    Effect.timeoutOrElse(Effect.interruptible(semaphore.take(1)), {
      duration: longestWait,
      orElse: () =>
        new SendError({
          reason: "Throttled",
          detail: "too many messages of the sender are being sent at the same time"
        })
    }),
    () => request,
    () => semaphore.release(1)
  )
