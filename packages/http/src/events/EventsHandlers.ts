import { Api, toEventPage, toWireIssues, type WireIssue } from "@rollcall/api"
import { Deliveries, Events, type InvalidInput, type Scope } from "@rollcall/core"
import { Readiness } from "@rollcall/core/operations"
import { Effect, Latch } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { missingScopes, ScopesMissing } from "../errors/Refusals.ts"
import { handleContacts } from "../handlers/Handlers.ts"
import { Admission } from "../requests/Admission.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"
import { eventStream } from "./EventStream.ts"
import { makeStreamPermits } from "./StreamPermits.ts"

/** Handles the endpoints of the events group. Reports issues of the cursor in the query, or in the header that has it. */
export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    const deliveries = yield* Deliveries
    const { streamsEnd } = yield* Readiness
    const { turnOf } = yield* Admission
    const permitFor = yield* makeStreamPermits
    const closed = yield* Latch.make()
    yield* Effect.addFinalizer(() => closed.open)
    const end = Effect.raceFirst(streamsEnd, closed.await)

    return handleContacts(handlers, {
      read: Effect.fnUntraced(function* (caller, { query: { from, ...selection } }) {
        const isFromNow = selection.after === undefined && from === "now"
        const reading = events.read(caller, {
          ...selection,
          ...(isFromNow && { after: yield* events.end(caller) })
        })
        return toEventPage(yield* Effect.catchTag(reading, "InvalidInput", refused("query")))
      }),
      stream: Effect.fnUntraced(function* (
        caller,
        { headers, query: { after: given = null, broadcast = null, from, types } }
      ) {
        const facts = yield* RequestFacts
        const { again = () => Effect.succeed(null), scopes } = facts
        const required: ReadonlyArray<Scope> = broadcast === null ? ["events:read"] : ["events:read", "broadcasts:read"]
        const missing = missingScopes(required, scopes)
        if (missing.length > 0) return yield* new ScopesMissing({ scopes: missing })

        yield* permitFor(facts)
        const last = headers["last-event-id"] ?? ""
        const kept = last === "" ? given : last
        const checked = events.read(caller, { after: kept, types, limit: 1 })
        yield* Effect.catchTag(checked, "InvalidInput", refused(last === "" ? "query" : "header"))
        if (broadcast !== null) yield* deliveries.get(caller, broadcast)
        const after = kept === null && from === "now" ? yield* events.end(caller) : kept
        return eventStream({
          after,
          pages: (after) => events.pages(caller, { after, types }),
          counters: broadcast === null ? null : deliveries.follow(caller, broadcast),
          turn: turnOf(caller.workspace),
          end,
          mayGoOn: Effect.map(
            again(),
            (now) => now?.workspace === caller.workspace && missingScopes(required, now.scopes).length === 0
          )
        })
      })
    })
  })
)

const refused =
  (location: WireIssue["in"]) =>
  ({ issues }: InvalidInput) =>
    Effect.fail(
      new InvalidRequest({
        issues: toWireIssues(issues, location).map((issue) =>
          location === "header" ? { ...issue, field: "last-event-id" } : issue
        )
      })
    )
