import { EventPageResource } from "@rollcall/api"
import { EventType } from "@rollcall/core/events"
import { Effect, Option, Schema, Stream } from "effect"
import { writeOutput } from "../screen/StandardOutput.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { layerTarget } from "../targets/CommandTarget.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import { read, refuse } from "../targets/Target.ts"
import { eventPages } from "./EventPages.ts"

export interface EventsInput {
  readonly after: Option.Option<string>
  readonly types: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly follow: boolean
}

const encode = Schema.encodeSync(EventPageResource.fields.events)

export const printEvents = (input: EventsInput, flags: AddressFlags) =>
  Effect.provide(printFrom(input), layerTarget(flags))

/** Prints events as JSON Lines, in the API's format. If the target is unavailable, retries for a minute. */
export const printFrom = Effect.fn("PrintEvents.printFrom")(function* ({ after, follow, limit, types }: EventsInput) {
  const selected = yield* readLiterals("--types", EventType.literals, types)
  const readPage = (after: string | null, limit: number) =>
    read(({ events }) =>
      events.read({
        query: { limit, ...(after !== null && { after }), ...(selected !== null && { types: selected }) }
      })
    )
  const events = eventPages(readPage, { after: Option.getOrNull(after), follow, limit: Option.getOrNull(limit) })
  yield* writeOutput(
    events.pipe(
      Stream.map((event) => `${JSON.stringify(encode([event])[0])}\n`),
      Stream.catch((error) => Stream.fromEffect(refuse(error)))
    )
  )
})
