import { assert, describe, it } from "@effect/vitest"
import { BroadcastUuid, Ledger, type Receipt, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import type { AccountRow } from "../../src/broadcasts/AccountRow.ts"
import { openDesk } from "../../src/broadcasts/Desk.ts"

const now = DateTime.makeUnsafe(1_000)
const broadcast = BroadcastUuid.make("00000000-0000-4000-8000-000000000001")

const workspace = WorkspaceUuid.make("00000000-0000-4000-8000-000000000002")

const account = (n: number, changes: Partial<Ledger.LedgerRow> = {}): typeof AccountRow.Type => ({
  workspaceUuid: workspace,
  ...Ledger.openRow(
    broadcast,
    n,
    {
      uuid: RecipientUuid.make(`00000000-0000-4000-8001-00000000000${n}`),
      identifier: "491510000001",
      clientReference: null,
      outcome: { _tag: "Accepted", parameters: { header: null, body: [], buttons: [], cards: null } }
    },
    DateTime.makeUnsafe(0)
  ),
  status: "sending",
  attempt: 1,
  ...changes
})

const receipt = (status: Receipt["status"], at: number): Receipt => ({
  correlation: null,
  messageId: "message",
  status,
  error: null,
  at: DateTime.makeUnsafe(at)
})

const taken = (row: Ledger.LedgerRow) =>
  Ledger.applyOutcome(
    row,
    { _tag: "Taken", uuid: row.uuid, attempt: 1, messageId: "message" },
    "sending",
    now,
    () => "over"
  )

describe("at the desk (B11)", () => {
  it("nothing is written back when nothing changed", () => {
    const row = account(1)
    const desk = openDesk([row], [], now)
    desk.put(row)
    assert.deepStrictEqual(desk.changes(), { accounts: [], effects: [], parked: [], settled: [] })
  })

  it("a message id that becomes known takes what waited for it in the store, in the order of its coming", () => {
    const row = account(1)
    const desk = openDesk([row], [receipt("delivered", 5), receipt("read", 7)], now)
    desk.put(taken(row))
    const { accounts, settled } = desk.changes()
    assert.deepStrictEqual(settled, ["message"])
    assert.lengthOf(accounts, 1)
    assert.strictEqual(accounts[0]?.status, "read")
    assert.deepStrictEqual(accounts[0]?.deliveredAt, DateTime.makeUnsafe(5))
  })

  it("C5, C6: and what that means for contacts is told in the order in which it came about", () => {
    const [first, second] = [account(1, { clientReference: "first" }), account(2, { clientReference: "second" })]
    const desk = openDesk([first, second], [receipt("read", 7)], now)
    desk.put(taken(second))
    desk.put(Ledger.applyReceipt(first, { ...receipt("sent", 8), messageId: "another" }, now))
    const address = "491510000001"
    assert.deepStrictEqual(desk.changes().effects, [
      { workspace, address, clientReference: "second", engagedAt: null },
      { workspace, address, clientReference: null, engagedAt: DateTime.makeUnsafe(7) },
      { workspace, address, clientReference: "first", engagedAt: null }
    ])
  })

  it("and what was parked at the same desk before, which is not written down then", () => {
    const row = account(1)
    const desk = openDesk([row], [], now)
    desk.park(receipt("delivered", 5))
    desk.put(taken(row))
    const { accounts, parked, settled } = desk.changes()
    assert.deepStrictEqual([accounts[0]?.status, parked, settled], ["delivered", [], []])
  })

  it("a receipt that says the same as one that waits is not parked again", () => {
    const desk = openDesk([], [receipt("delivered", 5)], now)
    desk.park(receipt("delivered", 6))
    desk.park(receipt("read", 7))
    desk.park(receipt("read", 8))
    assert.deepStrictEqual(desk.changes().parked, [receipt("read", 7)])
  })

  it("the account of a message is the first that had it, in its newest form", () => {
    const first = account(1, { messageId: "message", status: "sent" })
    const second = account(2, { messageId: "message", status: "sent" })
    const desk = openDesk([first, second], [], now)
    desk.put(Ledger.applyReceipt(first, receipt("read", 7), now))
    assert.strictEqual(desk.ofMessage("message")?.uuid, first.uuid)
    assert.strictEqual(desk.ofMessage("message")?.status, "read")
    assert.isUndefined(desk.ofMessage("another"))
  })
})
