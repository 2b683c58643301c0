import { Correlation, MessageChannel, type OutboundMessage, ReceiptStatus, SendError } from "@rollcall/core/channel"
import { Duration, Effect, Layer, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"

// #region shapes
const Accepted = Schema.Struct({ id: Schema.NonEmptyString })
const Report = Schema.Struct({
  ...Accepted.fields,
  reference: Correlation,
  status: ReceiptStatus,
  at: Schema.DateTimeUtcFromMillis
})
const Reports = Schema.Struct({ reports: Schema.Array(Report), next: Schema.Int })
const decodeAccepted = Schema.decodeEffect(Schema.fromJsonString(Accepted))
const decodeReports = Schema.decodeEffect(Schema.fromJsonString(Reports))
// #endregion

/** Provides text messages through an HTTP gateway, which is polled for reports every second. */
export const layer = ({ senders, url }: { readonly url: string; readonly senders: ReadonlyArray<string> }) =>
  Layer.effect(
    MessageChannel,
    Effect.gen(function* () {
      const client = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(url))

      // #region send
      const send = Effect.fnUntraced(
        function* ({ correlation, from, parameters, templateName, to }: OutboundMessage) {
          if (!senders.includes(from)) return yield* failure("SenderRejected", `there is no sender ${from}`)
          const message = { from, to, template: templateName, values: parameters.body, reference: correlation }
          const response = yield* client.execute(
            HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("/messages"), message)
          )
          if (response.status !== 201) return yield* refusal(response)
          return (yield* decodeAccepted(yield* response.text)).id
        },
        Effect.catch((error) => (error._tag === "SendError" ? error : failure("OutcomeUnknown", "the answer was lost")))
      )
      // #endregion

      // #region listen
      let next = 0
      const listen: MessageChannel["Service"]["listen"] = (onReceipts) =>
        Effect.gen(function* () {
          const response = yield* client.get("/reports", { urlParams: { from: String(next) } })
          const page = yield* decodeReports(yield* response.text)
          yield* onReceipts(
            page.reports.map(({ at, id, reference, status }) => ({
              // The gateway account belongs to the host, so its receipts apply to all workspaces.
              workspaces: "all",
              ...{ correlation: reference, messageId: id, status, at, reason: null },
              error: status === "undeliverable" ? "the gateway could not deliver it" : null
            }))
          )
          next = page.next
        }).pipe(
          Effect.catch((error) => Effect.logWarning("the reports of the gateway were not taken", error)),
          Effect.andThen(Effect.sleep("1 second")),
          Effect.forever
        )
      // #endregion

      return {
        channelType: "sms",
        hasSender: (_workspace, from) => Effect.succeed(senders.includes(from)),
        senders: () => Effect.succeed(senders),
        send,
        lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }))),
        listen
      }
    })
  )

// #region errors
const refusal = ({ headers, status }: HttpClientResponse.HttpClientResponse): SendError => {
  const detail = `the gateway answered with ${status}`
  const wait = headers["retry-after"]
  if (status === 429 || (status === 503 && wait !== undefined)) {
    return new SendError({ reason: "Throttled", detail, retryAfter: Duration.seconds(Number(wait ?? 1)) })
  }
  if (status === 422) return new SendError({ reason: "Undeliverable", detail, recipient: "unreachable" })
  return failure(status >= 500 ? "OutcomeUnknown" : "SenderRejected", detail)
}

const failure = (reason: SendError["reason"], detail: string) => new SendError({ reason, detail })
// #endregion
