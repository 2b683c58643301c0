import type { BroadcastUuid, PageRequest } from "@rollcall/core"
import { Effect, Layer, Result, Schema } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { answerTime, faultOf, makeServerClient, type ServerAddress } from "../target/ServerClient.ts"
import { BroadcastTarget, TargetAway, type TargetError } from "./BroadcastTarget.ts"

/** The broadcasts of a workspace of a server. */
export const layerServerBroadcasts = (address: ServerAddress) =>
  Layer.effect(
    BroadcastTarget,
    Effect.gen(function* () {
      const { broadcasts } = yield* makeServerClient(address)
      const ask = <A, E, R>(question: Effect.Effect<A, E, R>) =>
        question.pipe(
          Effect.timeout(answerTime),
          Effect.mapError((error) => toTargetError(address.url, error))
        )
      return BroadcastTarget.of({
        details: Effect.fn("ServerBroadcasts.details")(function* (uuid: BroadcastUuid) {
          const {
            scheduled_at: scheduledAt,
            status,
            ...counters
          } = yield* ask(broadcasts.details({ params: { uuid } }))
          return { status, reason: null, scheduledAt, counters }
        }),
        errors: Effect.fn("ServerBroadcasts.errors")(function* (uuid: BroadcastUuid, page: PageRequest) {
          // The server counts positions from 1.
          const query = { limit: page.limit, offset: page.offset + 1 }
          const { pagination, recipients } = yield* ask(broadcasts.recipients({ params: { uuid }, query }))
          return { items: recipients.map(({ error }) => error), total: pagination.total }
        }),
        cancel: Effect.fn("ServerBroadcasts.cancel")(function* (uuid: BroadcastUuid) {
          const { status } = yield* ask(broadcasts.cancel({ params: { uuid } }))
          return status
        })
      })
    })
  )

/** An error of the area of broadcasts. */
const Envelope = Schema.Struct({ message: Schema.String, details: Schema.String })

const decodeEnvelope = Schema.decodeUnknownResult(Schema.Union([Envelope, Schema.Struct({ body: Envelope })]))

const toTargetError = (url: string, error: unknown): TargetError => {
  const answer = decodeEnvelope(error)
  if (Result.isFailure(answer)) {
    const { _tag, message } = faultOf(url, error)
    return _tag === "Refused" ? new CommandRefused({ message }) : new TargetAway({ message })
  }
  const { details, message } = "body" in answer.success ? answer.success.body : answer.success
  // What concerns every operation begins with the status: a token, a scope, a server that fails.
  const [, status] = /^(\d{3}) /.exec(message) ?? []
  if (status === undefined) return new NotDone({ message: `${url}: ${message}: ${details}` })
  if (status.startsWith("5")) return new TargetAway({ message: `${url}: ${message}: ${details}` })
  return new CommandRefused({
    message:
      status === "401" ? `${url}: the server does not take this token (--token)` : `${url}: ${message}: ${details}`
  })
}
