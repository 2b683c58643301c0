import type { BroadcastUuid } from "@rollcall/core"
import type { RetryReason } from "@rollcall/core/sending"
import { Effect, Option } from "effect"
import * as Arr from "effect/Array"
import { refusal } from "../../CommandRefused.ts"
import { print, type Printed } from "../../screen/Output.ts"
import { count } from "../../screen/Text.ts"
import { type AddressFlags, readAddress } from "../../targets/Address.ts"
import { callIn } from "../../targets/InTarget.ts"
import { predictionLines, reasonLines } from "./EstimateReport.ts"
import { messageLines, namedText } from "./MessageValues.ts"

/** Creates a broadcast to the recipients that another broadcast did not reach, and prints its uuid. */
export const retryBroadcast = Effect.fn("RetryBroadcast.retry")(function* (
  asked: Printed & {
    readonly uuid: BroadcastUuid
    readonly reasons: ReadonlyArray<RetryReason>
    readonly name: Option.Option<string>
    readonly key: Option.Option<string>
    readonly values: ReadonlyArray<string>
  },
  flags: AddressFlags
) {
  const { json, reasons, uuid } = asked
  if (!Arr.isReadonlyArrayNonEmpty(reasons)) {
    return yield* refusal("--reason is missing: give at least one reason to retry")
  }
  const payload = {
    reasons,
    name: Option.getOrNull(asked.name),
    client_unique_identifier: Option.getOrNull(asked.key),
    parameters: yield* bodyOf(asked.values)
  }
  const { body } = yield* callIn(flags, (client) => client.broadcasts.retry({ params: { uuid }, payload }), {
    templates: true
  })
  const { exclusions, predictions, recipients, rejected_recipients, retry_of, status, warnings } = body
  const shown = { uuid: body.uuid, retry_of, status, recipients, rejected_recipients, exclusions, predictions }
  yield* print(json, shown, () =>
    [
      body.uuid,
      `${count(recipients ?? 0)} are sent to again.`,
      ...reasonLines(exclusions),
      ...predictionLines(predictions),
      ...warnings.broadcast
    ].join("\n")
  )
})

/** Sends the message of a broadcast to a few numbers as a test, and prints the response of the channel. */
export const testBroadcast = Effect.fn("RetryBroadcast.test")(function* (
  {
    json,
    numbers,
    uuid,
    values
  }: Printed & {
    readonly uuid: BroadcastUuid
    readonly numbers: ReadonlyArray<string>
    readonly values: ReadonlyArray<string>
  },
  flags: AddressFlags
) {
  const { _tag } = yield* readAddress(flags)
  // This process has no channel that could send the message.
  if (_tag === "Database") {
    return yield* refusal("a server (--url, ROLLCALL_URL) is needed, because the message is sent now")
  }
  const payload = { identifiers: numbers, parameters: yield* bodyOf(values) }
  const tested = yield* callIn(flags, (client) => client.broadcasts.test({ params: { uuid }, payload }))
  yield* print(json, tested, () =>
    [
      ...(tested.message === null ? [] : [messageLines(tested.message)]),
      ...tested.results.map(
        ({ error, identifier, status }) => `${identifier}: ${status}${error === null ? "" : `, ${error}`}`
      )
    ].join("\n")
  )
})

const bodyOf = (values: ReadonlyArray<string>) =>
  values.length === 0
    ? Effect.succeed(null)
    : Effect.map(Effect.forEach(values, namedText), (named) => ({ body: Object.fromEntries(named) }))
