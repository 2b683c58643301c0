import { type RecordedHandOver, SimulatorRecord } from "@rollcall/channel-simulator"
import { Effect, Schema } from "effect"
import type { Details } from "../Calls.ts"
import { reach, read } from "../kill/Calls.ts"
import type { Fleet } from "../kill/Fleet.ts"
import { type Campaign, over } from "./Campaign.ts"
import { type PlannedBroadcast, statusByEnding } from "./Plan.ts"

/** How long the last broadcasts and receipts may take when nobody is killed any more. */
const patience = "60 seconds"

const Account = Schema.Struct({
  identifier: Schema.String,
  status: Schema.String,
  delivered_at: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String)
})
type Account = typeof Account.Type

const Accounts = Schema.Struct({ recipients: Schema.Array(Account) })

/**
 * Waits until each account of a campaign is what the channel's own record says of it, and gives that record. Fails with
 * what is wrong if that does not come.
 */
export const judge = Effect.fnUntraced(function* (fleet: Fleet, { planned, poll }: Campaign) {
  const channel = yield* SimulatorRecord
  const left = new Map(planned)
  const wrong = new Map<string, ReadonlyArray<string>>()

  const look = Effect.fnUntraced(function* (uuid: string, plan: PlannedBroadcast, taken: ReadonlySet<string>) {
    const details = yield* poll(uuid)
    const answer = yield* reach(fleet, "GET", `/broadcasts/${uuid}/recipients?limit=1000`)
    const { recipients } = yield* read(answer, [200, Accounts])
    const problems = problemsOf(plan, details, recipients, taken)
    wrong.set(uuid, problems)
    if (problems.length === 0) left.delete(uuid)
  })

  const settle = Effect.gen(function* () {
    while (left.size > 0) {
      const taken = new Set((yield* channel.handOvers).map(({ identifier }) => identifier))
      for (const [uuid, plan] of left) yield* look(uuid, plan, taken)
      yield* Effect.sleep("50 millis")
    }
  })

  const unsettled = Effect.suspend(() => {
    const problems = Array.from(left.keys(), (uuid) => wrong.get(uuid) ?? []).flat()
    return Effect.die(new Error(`${problems.length} wrong accounts:\n${problems.slice(0, 20).join("\n")}`))
  })
  yield* Effect.timeoutOrElse(settle, { duration: patience, orElse: () => unsettled })
  return yield* channel.handOvers
})

/** The identifiers that more than one message was taken for, or to which one was handed over once more. */
export const handedOverTwice = (record: ReadonlyArray<RecordedHandOver>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return record.flatMap(({ duplicates, identifier }) => {
    const twice = duplicates > 0 || seen.has(identifier)
    seen.add(identifier)
    return twice ? [identifier] : []
  })
}

const problemsOf = (
  { fate, identifiers, refused }: PlannedBroadcast,
  details: typeof Details.Type,
  accounts: ReadonlyArray<Account>,
  taken: ReadonlySet<string>
): ReadonlyArray<string> => {
  const counted = (counts: (account: Account) => boolean) => accounts.filter(counts).length
  const { status } = details
  const expectations: ReadonlyArray<
    readonly [what: string, actual: boolean | number | string, expected: boolean | number | string]
  > = [
    ["over", over.includes(status) && (status === "completed" || status === fate), true],
    ["identifiers", accounts.map(({ identifier }) => identifier).join(" "), [...identifiers, refused].join(" ")],
    ["sent", details.sent, counted(({ identifier }) => taken.has(identifier))],
    ["delivered", details.delivered, counted((account) => account.delivered_at !== null)],
    ["read", details.read, counted((account) => account.status === "read")],
    ["rejected", details.rejected, counted((account) => account.status === "rejected")],
    ["failed", details.failed, counted((account) => account.status === "undeliverable")]
  ]
  return [
    ...expectations.flatMap(([what, actual, expected]) =>
      actual === expected ? [] : [`${details.uuid} ${status}, ${what}: ${actual} instead of ${expected}`]
    ),
    ...accounts
      .filter((account) => !isAccountedFor(account, status, refused, taken.has(account.identifier)))
      .map(
        (account) => `${details.uuid} ${status}: ${JSON.stringify(account)}, taken: ${taken.has(account.identifier)}`
      )
  ]
}

/** Who got a message has the status that its ending leads to; who got none has the reason. */
const isAccountedFor = (account: Account, broadcast: string, refused: string, taken: boolean): boolean => {
  const { delivered_at, error, identifier, status } = account
  if (identifier === refused) return !taken && status === "rejected" && error !== null
  if (!taken) return status === "rejected" && error === `${broadcast} before sending`
  return (
    status === statusByEnding(identifier) &&
    (delivered_at !== null) === ["delivered", "read"].includes(status) &&
    (error !== null) === (status === "undeliverable")
  )
}
