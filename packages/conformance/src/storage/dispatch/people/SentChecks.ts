import { type BroadcastUuid, type ContactUuid, systemCaller } from "@rollcall/core"
import type { WorkspaceSettings } from "@rollcall/core/people"
import { Clock, DateTime, Effect } from "effect"
import { agree, holds } from "../../shared/Check.ts"
import type { dispatchFixture } from "../DispatchFixture.ts"
import type { ScriptedChannel } from "../ScriptedChannel.ts"
import { addressesOf, People } from "./People.ts"
import { isTo, plainAudience, type SentMessage } from "./PlainAudience.ts"

/** A broadcast of a history. */
export interface HistoryBroadcast {
  readonly uuid: BroadcastUuid
  /** The first broadcast in the chain of retries; the broadcast itself if it is not a retry. */
  readonly first: BroadcastUuid
  /** Whether the broadcast is sent to an audience, not to one address. */
  readonly isToContacts: boolean
  /** The contacts of the audience; null for all contacts. */
  readonly named: ReadonlyArray<ContactUuid> | null
  /** The broadcast with the recipients that the audience excludes. */
  readonly excluded: BroadcastUuid | null
  /** Whether the broadcast's recipients are decided and were compared. */
  isResolved: boolean
}

type Message = ScriptedChannel["accepted"][number]

/** Returns whether an hour is within the histories' quiet hours, in UTC. */
const isNight = (hour: number) => hour >= 22 || hour < 6

const dayMillis = 86_400_000

/** Tracks the broadcasts and messages of a history, and checks them. */
export const makeSentChecks = (
  fixture: Effect.Success<ReturnType<typeof dispatchFixture>>,
  { accepted }: Pick<ScriptedChannel, "accepted">
) => {
  const { deliveries, workspace } = fixture
  const people = new People()
  const made: Array<HistoryBroadcast> = []
  const messages = new Map<Message["correlation"], SentMessage>()
  let limits: WorkspaceSettings = { frequencyCap: null, quietHours: null }
  let seen = 0

  /** Returns the messages that arrived, according to reports. */
  const arrived = () => Array.from(messages.values()).filter(({ reported }) => reported !== "undeliverable")

  const messagesOf = (uuids: ReadonlyArray<BroadcastUuid>) =>
    arrived().filter(({ broadcast }) => uuids.includes(broadcast))

  const broadcastOf = (uuid: BroadcastUuid) => {
    const found = made.find((one) => one.uuid === uuid)
    return found === undefined ? Effect.die(new Error("a message of another workspace")) : Effect.succeed(found)
  }

  /** Compares an audience's recipients with the plain audience, before any message is sent to them. */
  const resolved = Effect.fnUntraced(function* (broadcast: HistoryBroadcast) {
    broadcast.isResolved = true
    const excluded = broadcast.excluded === null ? [] : messagesOf([broadcast.excluded])
    const members = plainAudience(people, broadcast.named, excluded)
    const rows = yield* fixture.recipients(broadcast.uuid)
    yield* agree(
      "who is in the audience",
      rows.map(({ contactUuid }) => contactUuid),
      Array.from(members.keys())
    )
    for (const { contactUuid, identifier, reason, status } of rows) {
      const member = status === "rejected" && reason !== null ? { reason } : { address: identifier }
      const possible = contactUuid === null ? [] : (members.get(contactUuid) ?? [])
      const isPossible = possible.some((one) => JSON.stringify(one) === JSON.stringify(member))
      yield* holds("the recipients of an audience are those in plain terms", isPossible, { member, possible })
    }
  })

  const sentOne = Effect.fnUntraced(function* (message: Message, now: number) {
    const { correlation, to } = message
    const broadcast = yield* broadcastOf(message.broadcast)
    const rows = yield* fixture.recipients(broadcast.uuid)
    const row = rows.find(({ uuid }) => correlation.endsWith(uuid))
    const tied = people.of(row?.contactUuid ?? null)
    const contact = broadcast.isToContacts ? tied : undefined
    const day = Math.floor(now / dayMillis)
    yield* holds("nobody is sent to after an opt-out of the address", !people.isOut(to), to)
    if (broadcast.isToContacts) {
      yield* holds("nobody of an audience is sent to after an opt-out", people.standing(to, contact) !== "out", to)
      yield* holds("an audience reaches a contact that is there", contact !== undefined, to)
      yield* holds("an audience reaches no archived contact", contact?.archived !== true, to)
      yield* agree("an audience reaches the present address", to, contact && addressesOf(contact)[0])
    }
    const { frequencyCap: cap, quietHours } = limits
    if (cap !== null) {
      const counted = arrived().filter((one) => one.day > day - cap.days)
      const toPerson = counted.filter(({ contact }) => tied !== undefined && people.of(contact)?.uuid === tied.uuid)
      yield* holds(
        "no address gets more than the cap",
        counted.filter((one) => one.to === to).length < cap.messages,
        to
      )
      yield* holds("no person gets more than the cap", toPerson.length < cap.messages, tied)
    }
    if (quietHours !== null) yield* holds("nobody is sent to at night", !isNight((now % dayMillis) / 3_600_000), to)
    const chain = made.filter(({ first }) => first === broadcast.first).map(({ uuid }) => uuid)
    const earlier = messagesOf(chain).find(isTo(people, to, contact))
    yield* holds("a broadcast and its retries reach a person and an address once", earlier === undefined, earlier)
    messages.set(correlation, { broadcast: broadcast.uuid, to, day, contact: row?.contactUuid ?? null, reported: null })
  })

  return {
    people,

    /** Replaces the workspace's limits. */
    limit: Effect.fnUntraced(function* (settings: WorkspaceSettings) {
      yield* fixture.settings.replace(systemCaller(workspace), settings)
      limits = settings
    }),

    /** Records an accepted broadcast. */
    made: (
      uuid: BroadcastUuid,
      of: Pick<HistoryBroadcast, "excluded" | "isToContacts" | "named">,
      retried?: HistoryBroadcast
    ) => {
      const isResolved = !of.isToContacts || retried !== undefined
      const broadcast: HistoryBroadcast = { ...of, uuid, first: retried?.first ?? uuid, isResolved }
      made.push(broadcast)
      return broadcast
    },

    resolved,

    hasUnresolved: () => made.some(({ isResolved }) => !isResolved),

    /** Checks whether an address in a request is rejected as expected. */
    posted: Effect.fnUntraced(function* (uuid: BroadcastUuid, address: string) {
      const rows = yield* fixture.recipients(uuid)
      const isRefused = rows.every(({ reason }) => reason === "opted_out")
      const standing = people.standing(address)
      yield* holds("who is opted out is refused", standing === "either" || isRefused === (standing === "out"), address)
    }),

    /** Compares the audiences that have been resolved since the last comparison. */
    resolvedSince: Effect.gen(function* () {
      for (const broadcast of made) {
        if (broadcast.isResolved) continue
        const details = yield* deliveries.get(systemCaller(workspace), broadcast.uuid)
        if (details.broadcast.isComplete) yield* resolved(broadcast)
      }
    }),

    /** Checks the messages that were sent since the last check. */
    sent: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const message of accepted.slice(seen)) yield* sentOne(message, now)
      seen = accepted.length
    }),

    /** Reports the outcome of one of the last messages. */
    report: Effect.fnUntraced(function* (before: number, status: "delivered" | "undeliverable") {
      const [correlation, message] = Array.from(messages).at(-1 - before) ?? []
      if (correlation === undefined || message === undefined) return
      const error = status === "delivered" ? null : "expired"
      const receipt = { correlation, messageId: `message-${correlation}`, status, error, reason: null }
      yield* fixture.receipts.apply("chatapp", [{ ...receipt, workspaces: [workspace], at: yield* DateTime.now }])
      if (message.reported !== "delivered") messages.set(correlation, { ...message, reported: status })
    }),

    /** Returns the messages to some addresses that are tied to a contact. */
    sentTo: (addresses: ReadonlyArray<string>, contact: ContactUuid) =>
      Array.from(messages).flatMap(([correlation, message]) =>
        message.contact === contact && addresses.includes(message.to) ? [correlation] : []
      ),

    tieOf: (correlation: Message["correlation"]) => messages.get(correlation)?.contact ?? null,

    /** Reads again which contact each message is tied to. An erased contact's messages are no longer tied. */
    tieAgain: Effect.gen(function* () {
      for (const uuid of new Set(Array.from(messages.values(), ({ broadcast }) => broadcast))) {
        for (const { contactUuid, identifier, uuid: recipient } of yield* fixture.recipients(uuid)) {
          for (const [correlation, message] of messages) {
            if (!correlation.endsWith(recipient)) continue
            if (identifier === "") messages.delete(correlation)
            else messages.set(correlation, { ...message, contact: contactUuid })
          }
        }
      }
    }),

    /** Checks that every broadcast completes. */
    ended: Effect.gen(function* () {
      for (const { uuid } of made) {
        const { broadcast } = yield* deliveries.get(systemCaller(workspace), uuid)
        yield* agree("a broadcast comes to its end", broadcast.status, "completed")
      }
    })
  }
}
