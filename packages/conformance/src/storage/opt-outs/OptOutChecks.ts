import { ActorUuid, RecipientUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  ContactStore,
  DeliveryStore,
  type OptOutEntry,
  OptOutStore,
  personKey,
  Transaction
} from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  begin,
  claim,
  discard,
  newBroadcast,
  newRecipients,
  refOf,
  sending,
  stage
} from "../fixtures/BroadcastFixture.ts"
import { replaceContact, storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, newWorkspace } from "../shared/Fixture.ts"

const numbers = (count: number, first = 49_170_000_000) => Array.from({ length: count }, (_, n) => `${first + n}`)

const actor = ActorUuid.make("00000000-0000-4000-8000-000000000001")
const byMessage = { scope: "all", source: "message", by: null } as const
const byChannel = { scope: "all", source: "channel", by: null } as const
const byRequest = { scope: "all", source: "request", by: actor } as const
const byMerge = { scope: "all", source: "merge", by: null } as const
const ofMarketing = { ...byChannel, scope: "marketing" } as const

/** Returns an entry for each address. */
const direct = (keys: ReadonlyArray<string>, isDirect = true): ReadonlyArray<OptOutEntry> =>
  keys.map((key) => ({ key, isDirect, contact: null, address: key }))

const everything = (keys: ReadonlyArray<string>) => keys.map((key) => ({ key, scope: "all" as const }))

export const optOutChecks: ReadonlyArray<Check> = [
  check("C8: an added address is found, with its source and timestamp, and no other address is found", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const [one = "", other = "", third = ""] = numbers(3)
    yield* agree("Before", yield* store.find(workspace, [one, other]), new Map())
    const first = yield* DateTime.now
    yield* agree("Those that are new", yield* store.add(workspace, direct([one, one]), byMessage), [one])
    yield* TestClock.adjust("1 second")
    const second = yield* DateTime.now
    yield* agree("Those that are new", yield* store.add(workspace, direct([other, one]), byChannel), [other])
    yield* agree(
      "Those that are found",
      yield* store.find(workspace, [third, other, one, one, `+${one}`, one.slice(1), ""]),
      new Map([
        [one, [{ ...byMessage, at: first, isDirect: true, lastAt: second }]],
        [other, [{ ...byChannel, at: second, isDirect: true, lastAt: second }]]
      ])
    )
    yield* agree("No address", yield* store.find(workspace, []), new Map())
    yield* agree("No address to add", yield* store.add(workspace, direct([]), byRequest), [])
    yield* agree("No address to remove", yield* store.remove(workspace, everything([])), [])
  }),

  check("C8: a removed address is not found, and can be added again", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const [one = "", other = ""] = numbers(2)
    yield* store.add(workspace, direct([one, other]), byMessage)
    yield* agree("The removed ones", yield* store.remove(workspace, everything([one, one, "49170999"])), [one])
    yield* agree("Again", yield* store.remove(workspace, everything([one])), [])
    yield* agree("Those left", Array.from((yield* store.find(workspace, [one, other])).keys()), [other])
    yield* TestClock.adjust("1 second")
    const at = yield* DateTime.now
    yield* agree("Added again", yield* store.add(workspace, direct([one]), byRequest), [one])
    yield* agree("As it is now", (yield* store.find(workspace, [one])).get(one), [
      { ...byRequest, at, isDirect: true, lastAt: at }
    ])
    const [third = ""] = numbers(1, 49_171_000_000)
    const earlier = DateTime.makeUnsafe(1_700_000_000_000)
    yield* agree("Added since then", yield* store.add(workspace, direct([one, third]), byChannel, earlier), [third])
    yield* agree("As it is", (yield* store.find(workspace, [third])).get(third), [
      { ...byChannel, at: earlier, isDirect: true, lastAt: earlier }
    ])
  }),

  check(
    "C10: an opt-out by request replaces one by message, and stays when the person also asks by message",
    function* () {
      const store = yield* OptOutStore
      const workspace = yield* newWorkspace
      const [one = ""] = numbers(1)
      const found = Effect.map(store.find(workspace, [one]), (all) => all.get(one))
      yield* store.add(workspace, direct([one], false), byMessage)
      yield* TestClock.adjust("1 second")
      const at = yield* DateTime.now
      yield* agree("By request", yield* store.add(workspace, direct([one], false), byRequest), [one])
      yield* TestClock.adjust("1 second")
      const lastAt = yield* DateTime.now
      yield* agree("By request again", yield* store.add(workspace, direct([one], false), byRequest), [])
      yield* agree("Found", yield* found, [{ ...byRequest, at, isDirect: false, lastAt }])
      yield* agree("By a message at the address", yield* store.add(workspace, direct([one]), byMessage, at), [one])
      yield* agree("Found then", yield* found, [{ ...byRequest, at, isDirect: true, lastAt }])
    }
  ),

  check("C10: the time of the last request moves only forward, and does not change for a merge", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const [one = "", other = "", third = ""] = numbers(3)
    const at = (second: number) => DateTime.makeUnsafe(second * 1_000)
    const found = Effect.map(store.find(workspace, [one, other]), (all) =>
      [one, other].map((key) => all.get(key)?.map((row) => [row.source, row.at, row.lastAt] as const))
    )
    yield* store.add(workspace, direct([one], false), byMessage, at(2))
    yield* store.add(workspace, direct([other]), byMerge, at(9))
    yield* agree("Again", yield* store.add(workspace, direct([one], false), byMessage, at(4)), [])
    yield* agree("By a merge", yield* store.add(workspace, direct([one], false), byMerge, at(8)), [])
    yield* agree("Earlier", yield* store.add(workspace, direct([one], false), byChannel, at(1)), [])
    yield* agree("Found", yield* found, [[["message", at(2), at(4)]], [["merge", at(9), at(9)]]])
    yield* agree("Direct", yield* store.add(workspace, direct([one, other]), byMessage, at(3)), [one, other])
    yield* agree("Found then", yield* found, [[["message", at(3), at(4)]], [["message", at(3), at(3)]]])
    yield* store.add(workspace, direct([one, third]), byMessage, at(5), at(7))
    yield* agree("Both are given", (yield* store.find(workspace, [third])).get(third), [
      { ...byMessage, at: at(5), isDirect: true, lastAt: at(7) }
    ])
    yield* agree("Of the other", yield* found, [[["message", at(3), at(7)]], [["message", at(3), at(3)]]])
  }),

  check("A1, C8: opt-outs belong to one workspace", function* () {
    const store = yield* OptOutStore
    const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
    const [one = ""] = numbers(1)
    yield* store.add(workspace, direct([one]), byMessage)
    yield* agree("In the other", yield* store.find(other, [one]), new Map())
    yield* agree("Removed there", yield* store.remove(other, everything([one])), [])
    yield* agree("New there", yield* store.add(other, direct([one]), byMessage), [one])
    yield* agree("Removed here", yield* store.remove(workspace, everything([one])), [one])
    yield* agree("Left there", (yield* store.find(other, [one])).size, 1)
  }),

  check("C8: one call looks up thousands of addresses", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const all = numbers(3_000)
    const optedOut = all.filter((_, n) => n % 7 === 0)
    yield* agree("Those that are new", yield* store.add(workspace, direct(optedOut), byChannel), optedOut)
    const found = Array.from((yield* store.find(workspace, all)).keys())
    yield* agree("Those that are found", found.toSorted(), optedOut)
  }),

  check("C8: an address is opted out of marketing and of all messages separately", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const [one = ""] = numbers(1)
    const scopes = Effect.map(store.find(workspace, [one]), (found) =>
      (found.get(one) ?? []).map(({ scope, source }) => `${scope} ${source}`).toSorted()
    )
    yield* agree("Whether there are none", yield* store.isEmpty(workspace), true)
    yield* agree("From marketing", yield* store.add(workspace, direct([one]), ofMarketing), [one])
    yield* agree("From all", yield* store.add(workspace, direct([one]), byRequest), [one])
    yield* agree("Whether there are none", yield* store.isEmpty(workspace), false)
    yield* agree("Whether another workspace has none", yield* store.isEmpty(yield* newWorkspace), true)
    yield* agree("Both", yield* scopes, ["all request", "marketing channel"])
    yield* agree("Removed", yield* store.remove(workspace, everything([one])), [one])
    yield* agree("The other one", yield* scopes, ["marketing channel"])
  }),

  check(
    "C8, M3: a direct opt-out replaces an indirect one, any opt-out replaces a merge's, and a merge's replaces none",
    function* () {
      const store = yield* OptOutStore
      const kinds = [byMerge, byMessage].flatMap((optOut) => [true, false].map((isDirect) => ({ isDirect, optOut })))
      for (const before of kinds) {
        for (const after of kinds) {
          const workspace = yield* newWorkspace
          const [one = ""] = numbers(1)
          yield* store.add(workspace, direct([one], before.isDirect), { ...before.optOut, by: null })
          const added = yield* store.add(workspace, direct([one], after.isDirect), { ...after.optOut, by: actor })
          const isReplaced =
            after.optOut.source === "message" &&
            (before.optOut.source === "merge" || (after.isDirect && !before.isDirect))
          const [found] = (yield* store.find(workspace, [one])).get(one) ?? []
          yield* agree("Those that it wrote", added, isReplaced ? [one] : [])
          yield* agree("Who did it", found?.by, isReplaced ? actor : null)
          yield* agree("Whether it is direct", found?.isDirect, before.isDirect || (isReplaced && after.isDirect))
        }
      }
    }
  ),

  check("C8, C10: a person's opt-out holds for each address the person has, until the person is erased", function* () {
    const store = yield* OptOutStore
    const contacts = yield* ContactStore
    const contact = yield* storedContact({ chatappId: "4930123012", phoneNumber: "+4930123013" })
    const { uuid, workspaceUuid: workspace } = contact
    const other = yield* storedContact({
      phoneNumber: "+4930123013",
      chatappId: "4930123014",
      workspaceUuid: workspace
    })
    const asked = ["4930123012", "4930123013", "4930123014", "4930123015", "4930123013"]
    const held = Effect.map(store.ofHolders(workspace, asked), (found) =>
      found.map(({ address, scope }) => `${address} ${scope}`).toSorted()
    )
    const entries = [contact, other].map(({ uuid }, n): OptOutEntry => ({
      key: personKey(uuid),
      isDirect: n === 0,
      contact: uuid,
      address: null
    }))
    yield* agree("Before", yield* held, [])
    yield* agree("Of no address", yield* store.ofHolders(workspace, []), [])
    yield* store.add(workspace, entries, byRequest)
    yield* store.add(workspace, entries.slice(0, 1), ofMarketing)
    const both = ["4930123012 all", "4930123012 marketing", "4930123013 all", "4930123013 marketing"]
    yield* agree("Those of the person", yield* held, both)
    yield* agree("In another workspace", yield* store.ofHolders(yield* newWorkspace, asked), [])
    yield* replaceContact({ ...contact, chatappId: "4930123015" })
    yield* agree("After a change", yield* held, [
      "4930123013 all",
      "4930123013 marketing",
      "4930123015 all",
      "4930123015 marketing"
    ])
    yield* store.add(workspace, direct(["4930123013"]), byMessage)
    yield* store.forget(workspace, { people: [personKey(uuid)], keys: ["4930123013", "4930123099"] })
    yield* agree("Once it is erased", yield* held, [])
    yield* agree("The digests", (yield* store.find(workspace, ["4930123013"])).size, 1)
    yield* agree("The other person", (yield* store.find(workspace, [personKey(other.uuid)])).size, 1)
    yield* agree("Who has it", (yield* contacts.holders(workspace, ["4930123013"])).length, 2)
  }),

  check("C8: only one of several concurrent additions of an address is new", function* () {
    const store = yield* OptOutStore
    const workspace = yield* newWorkspace
    const [one = "", other = ""] = numbers(2)
    const added = yield* Effect.all(
      Array.from({ length: 8 }, (_, n) => store.add(workspace, direct(n % 2 === 0 ? [one, other] : [one]), byMessage)),
      concurrently
    )
    yield* agree("Those that are new", added.flat().toSorted(), [one, other])
  }),

  check(
    "C10: a recipient's writing address leads to the identifier and back, until the recipient is erased",
    function* () {
      const store = yield* DeliveryStore
      const workspaceUuid = yield* newWorkspace
      const { recipients, ref } = yield* sending({ workspaceUuid }, { accepted: 3 })
      const other = yield* sending({}, { accepted: 1 })
      const [first, second, third] = recipients
      const [stranger] = other.recipients
      if (!first || !second || !third || !stranger) return
      const [writer = "", another = "", unknown = ""] = numbers(3, 5_215_500_000_000)
      const found = (addresses: ReadonlyArray<string>, workspace = workspaceUuid) =>
        Effect.map(store.otherAddresses(workspace, addresses), (found) =>
          found.map(({ address, other }) => `${address} ${other}`).toSorted()
        )
      yield* agree("Before", yield* found([writer]), [])
      yield* agree("None to keep", yield* store.keepWriters(ref, []), [])
      const kept = yield* store.keepWriters(ref, [
        { uuid: first.uuid, writesFrom: writer },
        { uuid: second.uuid, writesFrom: another },
        { uuid: stranger.uuid, writesFrom: writer }
      ])
      yield* agree(
        "Those kept",
        kept.map(({ identifier }) => identifier).toSorted(),
        [first.identifier, second.identifier].toSorted()
      )
      const [ofFirst, ofSecond] = [`${writer} ${first.identifier}`, `${another} ${second.identifier}`]
      yield* agree("Of one", yield* found([writer, unknown]), [ofFirst])
      yield* agree("Of both", yield* found([another, writer, writer]), [ofFirst, ofSecond].toSorted())
      const toFirst = `${first.identifier} ${writer}`
      yield* agree("Of an identifier", yield* found([first.identifier, third.identifier]), [toFirst])
      yield* agree("Of both ways", yield* found([first.identifier, another]), [toFirst, ofSecond].toSorted())
      yield* agree("Of none", yield* found([]), [])
      yield* agree("A1: in another workspace", yield* found([writer], other.ref.workspace), [])
      yield* store.keepWriters(ref, [{ uuid: second.uuid, writesFrom: writer }])
      yield* agree("The later one", yield* found([another]), [])
      yield* agree("Of the later one", yield* found([second.identifier]), [`${second.identifier} ${writer}`])
      const { run } = yield* Transaction
      yield* run(
        Effect.gen(function* () {
          const locked = yield* store.lock({ deliveries: [{ workspaceUuid: ref.workspace, uuid: first.uuid }] })
          yield* store.save(locked.map((row) => ({ ...row, identifier: "" })))
        })
      )
      const ofLater = `${writer} ${second.identifier}`
      yield* agree("Erased", yield* found([writer]), [ofLater])
      yield* agree("Of an erased one", yield* found([first.identifier, ""]), [])
      yield* agree(
        "Kept of an erased one",
        yield* store.keepWriters(ref, [{ uuid: first.uuid, writesFrom: writer }]),
        []
      )
      yield* agree("Erased for good", yield* found([writer]), [ofLater])
    }
  ),

  check(
    "C8: unsentTo returns pending and claimed deliveries to an address, including those in staged broadcasts",
    function* () {
      const store = yield* DeliveryStore
      const workspaceUuid = yield* newWorkspace
      const { recipients, ref } = yield* sending({ workspaceUuid }, { accepted: 3, refused: 1 })
      yield* begin(ref, 1)
      yield* claim(ref, 1)
      const staged = yield* newBroadcast({ workspaceUuid })
      const stagedRecipients = yield* newRecipients(2)
      yield* stage(staged, stagedRecipients)
      yield* sending({}, { accepted: 3 })
      const identifiers = recipients.map(({ identifier }) => identifier)
      const unsentTo = (addresses: ReadonlyArray<string>) =>
        Effect.map(store.unsentTo(workspaceUuid, addresses), (found) =>
          found.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
        )
      const expected = [
        ...recipients.slice(1, 3).map(({ uuid }) => ({ ref, uuid })),
        ...stagedRecipients.map(({ uuid }) => ({ ref: refOf(staged), uuid }))
      ]
      yield* agree(
        "All of them",
        yield* unsentTo(identifiers),
        expected.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
      )
      const [, second = ""] = identifiers
      const uuids = (yield* unsentTo([second])).map(({ uuid }) => uuid)
      const wanted = [...recipients, ...stagedRecipients].filter(({ identifier }) => identifier === second)
      yield* agree("Those of one address", uuids, wanted.map(({ uuid }) => uuid).toSorted())
      yield* agree("No address", yield* unsentTo([]), [])
      const otherUuid = RecipientUuid.make(yield* nextId)
      const otherwise = stagedRecipients.slice(0, 1).map((recipient) => ({
        ...recipient,
        uuid: otherUuid,
        position: 3,
        identifier: "551187654321",
        address: "5511987654321"
      }))
      yield* stage(staged, otherwise)
      yield* agree(
        "Those of an address that is written otherwise",
        (yield* unsentTo(["5511987654321"])).map(({ uuid }) => uuid),
        [otherUuid]
      )
      yield* agree("Those of the identifier", yield* unsentTo(["551187654321"]), [])
      yield* discard(refOf(staged))
    }
  )
]
