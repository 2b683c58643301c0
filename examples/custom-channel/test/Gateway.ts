import { Provider, type AcceptedMessage } from "@rollcall/conformance/channel"
import { Correlation, MessageChannel } from "@rollcall/core/channel"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { layer } from "../src/SmsChannel.ts"

const Message = Schema.fromJsonString(
  Schema.Struct({ to: Schema.String, reference: Correlation, values: Schema.Array(Schema.String) })
)

/** The numbers that the gateway rejects, with the status of its response. */
const refusals: { readonly [to: string]: number } = {
  "491700000001": 422,
  "491700000002": 503,
  "491700000003": 429,
  "491700000004": 401
}
/** A number for which the gateway accepts the message, but its response is lost. */
export const lost = "491700000005"
/** A number for which the gateway accepts the message, but a proxy in between returns 502. */
export const behindProxy = "491700000006"

/** Makes an in-memory gateway as an HTTP client. It delivers each message half a second after accepting it. */
export const makeGateway = Effect.sync(() => {
  const accepted: Array<AcceptedMessage & { readonly at: number }> = []

  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const respond = (status: number, body: object = {}, headers: { readonly [name: string]: string } = {}) =>
        HttpClientResponse.fromWeb(request, new Response(JSON.stringify(body), { status, headers }))
      const at = yield* Clock.currentTimeMillis
      if (url.pathname === "/reports") {
        const from = Number(url.searchParams.get("from"))
        const due = accepted.slice(from).filter((one) => one.at + 500 <= at)
        const reports = due.map((one) => ({
          id: one.messageId,
          reference: one.correlation,
          status: "delivered",
          at: one.at + 500
        }))
        return respond(200, { reports, next: from + reports.length })
      }
      const text = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
      const message = Option.getOrThrow(Schema.decodeOption(Message)(text))
      const status = refusals[message.to]
      if (status !== undefined) return respond(status, {}, status === 503 ? { "retry-after": "2" } : {})
      const messageId = `sms-${accepted.length + 1}`
      accepted.push({ messageId, to: message.to, correlation: message.reference, at })
      if (message.to === behindProxy) return respond(502)
      return message.to === lost
        ? yield* new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request }) })
        : respond(201, { id: messageId })
    })
  )
  return { accepted, client }
})

/** Provides the channel on a gateway, and the gateway's records for the suite. */
export const channelAndProvider = Layer.effectContext(
  Effect.gen(function* () {
    const { accepted, client } = yield* makeGateway
    const context = yield* Layer.build(
      layer({ url: "https://gateway.example.com", senders: ["4930123456"] }).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
        Layer.fresh
      )
    )
    const provider = {
      accepted: Effect.sync(() => [...accepted]),
      receipts: Context.get(context, MessageChannel).listen
    }
    return Context.add(context, Provider, provider)
  })
)
