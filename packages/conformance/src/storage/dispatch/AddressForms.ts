import { systemCaller } from "@rollcall/core"
import { assert } from "@effect/vitest"
import type { Storage } from "@rollcall/core"
import { readAddress } from "@rollcall/core/channel"
import { ContactStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { type Check, check } from "../shared/Check.ts"
import { dispatchFixture, reminderTo } from "./DispatchFixture.ts"
import { scriptedChannel } from "./ScriptedChannel.ts"

/** Every form of an address, each with another person's address. */
const forms = [
  { form: "a number", address: "4917000000001", other: "4917000000002" },
  { form: "a user id", address: "US.13491208655302741918", other: "US.13491208655302741919" },
  { form: "a user id of several portfolios", address: "US.ENT.11815799212886844830", other: "US.11815799212886844830" }
] as const

/** Checks that every form of an address works in the same places as a number, from recipient to erasure. */
export const addressFormChecks: ReadonlyArray<Check<Storage>> = forms.map(({ address, form, other }) =>
  check(
    `B7, C8, R3: ${form} is sent to, tied to its contact, opted out by message and by hand, changed and erased`,
    Effect.gen(function* () {
      const channel = scriptedChannel({ receipts: true })
      const fixture = yield* dispatchFixture(channel)
      const { broadcasts, caller, contacts, inbox, optOuts, workspace } = fixture
      const store = yield* ContactStore
      yield* fixture.startProcess
      const { uuid } = yield* contacts.create(systemCaller(workspace), { chatappId: address })
      yield* contacts.create(systemCaller(workspace), { chatappId: other })

      const { recipients, ...reminder } = reminderTo(2)
      const identifiers = [address, other]
      const request = {
        ...reminder,
        recipients: recipients.map((recipient, index) => ({ ...recipient, identifier: identifiers[index] ?? "" }))
      }
      const posted = yield* fixture.create(request)
      yield* fixture.until(posted, ({ counters }) => counters.delivered === 2)
      assert.sameMembers(
        channel.accepted.map(({ to }) => to),
        [address, other]
      )
      const holders = yield* store.holders(workspace, [address])
      assert.deepStrictEqual(holders, [{ address, contact: uuid }])

      const leftOut = Effect.map(broadcasts.validate(caller, request), ({ warnings }) =>
        warnings.map(({ identifier, reasons }) => [identifier, ...reasons])
      )
      const said = {
        workspace,
        from: address,
        to: "4915100000000",
        at: DateTime.makeUnsafe(0),
        kind: "text",
        text: "Stop"
      }
      yield* inbox.take("chatapp", { receipts: [], notices: [], messages: [{ ...said, channelMessageId: "one" }] })
      yield* Effect.repeat(Effect.andThen(fixture.pass("250 millis"), optOuts.get(systemCaller(workspace), uuid)), {
        until: ({ optOut }) => optOut !== null
      })
      assert.deepStrictEqual(yield* leftOut, [[address, "opted_out"]])
      yield* optOuts.optIn(caller, uuid)
      assert.deepStrictEqual(yield* leftOut, [])
      yield* optOuts.optOut(caller, uuid)
      assert.deepStrictEqual(yield* leftOut, [[address, "opted_out"]])

      const next = readAddress(address)?._tag === "UserId" ? "DE.1" : "4917000000003"
      yield* contacts.update(caller, uuid, { chatappId: next })
      assert.deepStrictEqual(yield* store.formerAddresses(workspace, [uuid]), [{ contact: uuid, address }])
      assert.isNotNull((yield* optOuts.get(systemCaller(workspace), uuid)).optOut)
      yield* contacts.update(caller, uuid, { chatappId: address })

      yield* fixture.erasure.erase(systemCaller(workspace), uuid)
      const kept = (yield* fixture.recipients(posted)).map(({ identifier }) => identifier)
      assert.sameMembers(kept, ["", other])
      assert.deepStrictEqual(yield* leftOut, [[address, "opted_out"]])
    }).pipe(Effect.scoped)
  )
)
