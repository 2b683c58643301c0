import { systemCaller, OptOuts, type Storage, StorageError } from "@rollcall/core"
import { type ImportRow, RowOfAnyShape, runImport } from "@rollcall/core/people"
import { Effect, Schema } from "effect"
import { dispatchFixture, reminderTo } from "../dispatch/DispatchFixture.ts"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything } from "../shared/Fixture.ts"

const rowOf = Schema.decodeUnknownSync(RowOfAnyShape)

const row = (email: string, optedOut: unknown, phoneNumber: string | null): ImportRow =>
  rowOf({ fields: { email, phoneNumber }, optedOut })

/** Checks opt-outs in import rows. */
export const importedOptOutChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "I7: a row opts its contact out of marketing or all messages in one step; an empty value changes nothing",
    Effect.gen(function* () {
      const fixture = yield* dispatchFixture(scriptedChannel({}))
      const { caller, events, imports, optOuts, recipients, workspace } = fixture
      const scheduledFor = yield* fixture.later("2 hours")
      const marketing = yield* fixture.create(reminderTo(5, { scheduledFor }))
      const utility = yield* fixture.create(reminderTo(5, { scheduledFor, templateName: "receipt" }))
      const numbers = (yield* recipients(marketing)).map(({ identifier }) => identifier)
      const [all = "", ofMarketing = "", none = "", wrong = "", twice = ""] = numbers

      const imported = Effect.fnUntraced(function* (contacts: ReadonlyArray<ImportRow>) {
        const { uuid } = yield* imports.create(caller, { contacts, matchOnField: "email" })
        const run = Effect.provideService(runImport({ workspace, contactImport: uuid }), OptOuts, optOuts)
        yield* Effect.repeat(run, { until: (hasMore) => !hasMore })
        const { items } = yield* imports.rows(systemCaller(workspace), uuid, {}, everything)
        return items.flatMap(({ result }) => result ?? [])
      })
      const listed = Effect.map(optOuts.list(systemCaller(workspace), { source: "import" }, everything), ({ items }) =>
        items.map(({ by, contactUuid, scope }) => `${contactUuid} ${scope} ${by}`).toSorted()
      )
      const rejected = (broadcast: typeof marketing) =>
        Effect.map(recipients(broadcast), (found) =>
          found.filter(({ status }) => status === "rejected").map(({ identifier }) => identifier)
        )

      const first = yield* imported([
        row("all@example.org", "all", all),
        row("marketing@example.org", "marketing", ofMarketing),
        row("none@example.org", null, none),
        row("wrong@example.org", "yes", wrong),
        row("nowhere@example.org", "all", null),
        row("twice@example.org", "marketing", twice),
        row("twice@example.org", "all", twice)
      ])
      yield* agree(
        "The outcomes",
        first.map(({ issues, outcome }) => [outcome, ...issues.map(({ code, path }) => `${code} ${path.join(".")}`)]),
        [
          ["created"],
          ["created"],
          ["created"],
          ["failed", "value_error optedOut"],
          ["failed", "missing phoneNumber"],
          ["created"],
          ["unchanged"]
        ]
      )
      const message = first[3]?.issues[0]?.message ?? ""
      yield* holds("The issue names what is allowed", message.includes("marketing") && message.includes("all"), message)
      const by = caller.actor
      const expected = [
        `${first[0]?.contactUuid} all ${by}`,
        `${first[1]?.contactUuid} marketing ${by}`,
        `${first[5]?.contactUuid} all ${by}`,
        `${first[5]?.contactUuid} marketing ${by}`
      ].toSorted()
      yield* agree("The opt-outs", yield* listed, expected)
      yield* agree("The rejected of marketing", yield* rejected(marketing), [all, ofMarketing, twice])
      yield* agree("The rejected of the others", yield* rejected(utility), [all, twice])
      const stopped = yield* events.read(systemCaller(workspace), { types: ["contact.opted_out"] })
      yield* agree("The events", stopped.events.length, 4)

      const second = yield* imported([
        row("all@example.org", null, all),
        row("marketing@example.org", undefined, ofMarketing),
        row("none@example.org", null, none)
      ])
      const outcomes = second.map(({ outcome }) => outcome)
      yield* agree("The outcomes of empty cells", outcomes, ["unchanged", "unchanged", "unchanged"])
      yield* agree("The opt-outs after empty cells", yield* listed, expected)
    }).pipe(Effect.scoped)
  ),

  check(
    "I7: a failed batch is applied as a whole later, and recipients a crash leaves pending are rejected when the send begins",
    Effect.gen(function* () {
      const channel = scriptedChannel({})
      const fixture = yield* dispatchFixture(channel)
      const { caller, imports, optOuts, recipients, workspace } = fixture
      const broadcast = yield* fixture.create(reminderTo(2, { scheduledFor: yield* fixture.later("2 hours") }))
      const [first = "", second = ""] = (yield* recipients(broadcast)).map(({ identifier }) => identifier)
      const contacts = [row("first@example.org", "all", first)]
      const { uuid } = yield* imports.create(caller, { contacts, matchOnField: "email" })
      const run = runImport({ workspace, contactImport: uuid })
      const counts = Effect.map(imports.get(systemCaller(workspace), uuid), ({ counts }) => counts.created)
      const listed = Effect.map(optOuts.list(systemCaller(workspace), {}, everything), ({ total }) => total)

      const broken = new StorageError({ reason: "Unavailable", cause: "the store is gone" })
      const failing: OptOuts["Service"] = {
        ...optOuts,
        addImported: (caller, people) => Effect.andThen(optOuts.addImported(caller, people), Effect.fail(broken))
      }
      yield* Effect.ignore(Effect.provideService(run, OptOuts, failing))
      yield* agree("The rows and opt-outs of a batch that failed", [yield* counts, yield* listed], [0, 0])

      const crashing: OptOuts["Service"] = {
        ...optOuts,
        addImported: (caller, people) => Effect.map(optOuts.addImported(caller, people), () => Effect.interrupt)
      }
      yield* Effect.exit(Effect.provideService(run, OptOuts, crashing))
      yield* agree("The rows and opt-outs once it is committed", [yield* counts, yield* listed], [1, 1])
      const statuses = Effect.map(recipients(broadcast), (all) => all.map(({ reason, status }) => [status, reason]))
      yield* agree("The recipients after the crash", yield* statuses, [
        ["pending", null],
        ["pending", null]
      ])
      yield* fixture.pass("2 hours")
      yield* fixture.startProcess
      yield* fixture.until(broadcast, ({ broadcast }) => broadcast.status === "completed")
      yield* agree(
        "Whom the channel was asked to send to",
        channel.accepted.map(({ to }) => to),
        [second]
      )
    }).pipe(Effect.scoped)
  )
]
