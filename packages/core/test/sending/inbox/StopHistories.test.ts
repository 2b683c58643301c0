import { assert } from "@effect/vitest"
import type { InboundBatch } from "@rollcall/core/channel"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Effect, Logger } from "effect"
import fc from "fast-check"
import { applied, messageTo, none } from "./InboxFixture.ts"
import { suite } from "../../Suite.ts"
import { systemCaller } from "@rollcall/core"

/** How many people there are. Those of odd numbers write from another address than the one that is sent to. */
const people = 4
const writes = (person: number) => person % 2 === 1
const writerOf = (number: string) => `9${number}`

/** What a person writes to stop: a word, in any case, with what people put around it. */
const stopText = fc
  .tuple(
    fc.constantFrom(
      "stop",
      "unsubscribe",
      "opt out",
      "end",
      "please stop texting me",
      "no more messages",
      "baja, gracias"
    ),
    fc.constantFrom(
      (word: string) => word,
      (word: string) => word.toUpperCase(),
      (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
    ),
    fc.constantFrom("", " ", "\n"),
    fc.constantFrom("", ".", "!", "!!", " ", "\u200e", "…")
  )
  .map(([word, spelled, before, after]) => `${before}${spelled(word)}${after}`)

const person = fc.integer({ min: 0, max: people - 1 })
const address = fc.constantFrom("number" as const, "writer" as const)

/** What happens: everybody is sent to, or somebody stops in one of the ways that there are, or comes back. */
const command = fc.oneof(
  fc.constant({ _tag: "Send" as const }),
  fc.record({ _tag: fc.constant("Message" as const), person, address, text: stopText }),
  fc.record({ _tag: fc.constant("Reply" as const), person, text: stopText }),
  fc.record({ _tag: fc.constant("Preference" as const), person, address }),
  fc.record({ _tag: fc.constant("ByHand" as const), person }),
  fc.record({ _tag: fc.constant("Return" as const), person })
)
type Command = typeof command extends fc.Arbitrary<infer Of> ? Of : never

/** What is known of a person: an address that was not answered yet is not known to be theirs (C10). */
interface Known {
  isOut: boolean
  hasAnswered: boolean
  writerStopped: boolean
}

const history = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
  const channel = scriptedChannel({
    writesFrom: (to) => (writes(Number(to.slice(-1))) ? writerOf(to) : to)
  })
  const fixture = yield* dispatchFixture(channel)
  const { contacts, inbox, optOuts, workspace } = fixture
  const request = reminderTo(people)
  const numbers = request.recipients.map(({ identifier }) => identifier)
  const uuids = yield* Effect.forEach(numbers, (number) =>
    Effect.map(contacts.create(systemCaller(workspace), { phoneNumber: `+${number}` }), ({ uuid }) => uuid)
  )
  yield* fixture.startProcess
  const known = numbers.map((): Known => ({ isOut: false, hasAnswered: false, writerStopped: false }))
  const take = (batch: Partial<InboundBatch>) =>
    Effect.andThen(inbox.take("chatapp", { ...none, ...batch }), applied(fixture))

  /** The address of a stop, and what it means for the person. */
  const stopFrom = (of: number, address: "number" | "writer"): string => {
    const [one, number = ""] = [known[of], numbers[of]]
    const isWriter = address === "writer" && writes(of)
    if (one !== undefined && (!isWriter || one.hasAnswered)) one.isOut = true
    else if (one !== undefined) one.writerStopped = true
    return isWriter ? writerOf(number) : number
  }

  for (const [step, command] of [...commands, { _tag: "Send" as const }].entries()) {
    switch (command._tag) {
      case "Send": {
        const before = channel.calls.length
        const sent = yield* fixture.create(request)
        yield* fixture.until(sent, ({ broadcast }) => broadcast.status === "completed")
        // What an answered address means is recorded after the outcome.
        yield* fixture.pass("50 millis")
        const reached = channel.calls.slice(before).map(({ message }) => message.to)
        const expected = numbers.filter((_, of) => known[of]?.isOut === false)
        assert.deepStrictEqual(reached.toSorted(), expected.toSorted(), `step ${step}`)
        for (const [of, one] of known.entries()) {
          if (one.isOut) continue
          one.hasAnswered = true
          one.isOut = writes(of) && one.writerStopped
        }
        break
      }
      case "Message": {
        const from = stopFrom(command.person, command.address)
        yield* take({ messages: [messageTo(fixture, `${step}`, command.text, from)] })
        break
      }
      case "Reply": {
        const last = channel.accepted.findLast(({ to }) => to === numbers[command.person])
        const message = messageTo(fixture, `${step}`, command.text, "DE.4711")
        const one = known[command.person]
        if (last !== undefined && one !== undefined) one.isOut = true
        yield* take({ messages: [{ ...message, repliesTo: `message-${last?.correlation ?? "unknown"}` }] })
        break
      }
      case "Preference": {
        const from = stopFrom(command.person, command.address)
        yield* take({ preferences: [{ workspace, from, wants: "stop", at: DateTime.makeUnsafe(step) }] })
        break
      }
      case "ByHand":
      case "Return": {
        const [uuid, one] = [uuids[command.person], known[command.person]]
        if (uuid === undefined || one === undefined) break
        const isOut = command._tag === "ByHand"
        yield* isOut ? optOuts.optOut(systemCaller(workspace), uuid) : optOuts.optIn(systemCaller(workspace), uuid)
        one.isOut = isOut
        if (one.hasAnswered) one.writerStopped = false
      }
    }
  }
})

suite(storage)("any history of stops", (test) => {
  test("C8, C10: a person who has stopped in any way gets no more messages, and everyone else gets one", function* () {
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof history>>>()
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), (commands) =>
          history(commands).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.runPromiseWith(context))
        ),
        { numRuns: 25 }
      )
    )
  })
})
