import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { Delivery, RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Duration } from "effect"
import { describe, expect, it } from "vitest"
import { allowedTransitions } from "../../../packages/core/src/sending/broadcasts/Broadcast.ts"
import { notSentProblem } from "../../../packages/core/src/sending/broadcasts/Recipient.ts"
import { packageGraph } from "../../fences/PackageGraph.ts"
import { nameOf, read } from "../../Repository.ts"

/**
 * The arrows in the architecture page's diagrams, one list per diagram: `from --> to`, and an arrow's labels if it has
 * any.
 */
const [packages = [], broadcasts = [], deliveries = []] = Array.from(
  read("docs/explanation/architecture.md").matchAll(/^```mermaid\n([^]*?)^```$/gm),
  ([, text = ""]) =>
    Array.from(text.matchAll(/^ *(\S+) --> (\S+?)(?:: (.+))?$/gm), ([, from = "", to = "", labels = ""]) => ({
      from,
      to,
      labels
    }))
)

describe("the diagrams of the architecture", () => {
  it("contain every import of a package that no other import implies", () => {
    const imports = new Map(
      Object.entries(packageGraph).map(([folder, imported]) => [
        folder,
        Object.keys(packageGraph).filter((other) => imported.includes(nameOf(other)))
      ])
    )
    const reaches = (from: string, to: string): boolean =>
      imports.get(from)?.some((next) => next === to || reaches(next, to)) ?? false
    const direct = [...imports].flatMap(([from, all]) =>
      all.filter((to) => !all.some((other) => other !== to && reaches(other, to))).map((to) => `${from} --> ${to}`)
    )
    expect(packages.map(({ from, to }) => `${from} --> ${to}`).toSorted()).toEqual(direct.toSorted())
  })

  it("contain every transition of a broadcast", () => {
    const transitions = Object.entries(allowedTransitions).flatMap(([name, { from, to }]) =>
      from.map((state) => `${state} --> ${to}: ${name}`)
    )
    const drawn = broadcasts.map(({ from, labels, to }) => `${from} --> ${to}: ${labels}`)
    expect(drawn.toSorted()).toEqual(transitions.toSorted())
  })

  it("contain every state of a delivery, according to the functions that change it", () => {
    const uuid = "0198a5c0-0000-7000-8000-000000000001"
    const begin = DateTime.makeUnsafe(0)
    const now = DateTime.makeUnsafe(10_000)
    const later = DateTime.makeUnsafe(20_000)
    const accepted = Delivery.newDelivery(
      { workspace: WorkspaceUuid.make(uuid), broadcast: BroadcastUuid.make(uuid) },
      {
        uuid: RecipientUuid.make(uuid),
        position: 1,
        identifier: "493012345678",
        address: "493012345678",
        clientReference: null,
        outcome: { _tag: "Accepted", parameters: { header: null, body: [], buttons: [], cards: null } }
      },
      begin
    )
    /** Returns a delivery in a state, after its first claim. */
    const rowIn = (status: Delivery.Delivery["status"]): Delivery.Delivery => ({
      ...accepted,
      status,
      attempt: 1,
      leaseUntil: status === "claimed" || status === "sending" ? later : null
    })
    const attempt = { uuid: accepted.uuid, attempt: 1 }
    const outcomes: ReadonlyArray<Delivery.SendOutcome> = [
      { ...attempt, _tag: "Undeliverable", reason: "undeliverable", error: "" },
      { ...attempt, _tag: "Unknown", askAfter: null },
      { ...attempt, _tag: "Retry", delay: Duration.seconds(5), counts: true }
    ]
    const resolutions: ReadonlyArray<Delivery.Resolution> = [
      { _tag: "Accepted", messageId: "m-1" },
      { _tag: "NotAccepted" },
      { _tag: "GiveUp" }
    ]
    const acceptance: Delivery.SendOutcome = { ...attempt, _tag: "Accepted", messageId: "m-1" }
    const arrows = (
      change: (row: Delivery.Delivery) => Delivery.Delivery,
      from: ReadonlyArray<Delivery.Delivery["status"]> = RecipientStatus.literals
    ) =>
      from.flatMap((status) => {
        const to = change(rowIn(status)).status
        return to === status ? [] : [`${status} --> ${to}`]
      })
    const moves = new Set([
      ...arrows((row) => Delivery.claim(row, later, now)),
      ...arrows((row) => Delivery.beginSend(row, 1, later, now)),
      // A late outcome of a send that was given up changes other states too.
      ...arrows((row) => Delivery.applyOutcome(row, acceptance, "sending", now), ["sending"]),
      ...outcomes.flatMap((outcome) => arrows((row) => Delivery.applyOutcome(row, outcome, "sending", now))),
      ...arrows((row) =>
        Delivery.applyOutcome(row, { ...attempt, _tag: "Retry", delay: null, counts: false }, "cancelled", now)
      ),
      ...arrows((row) => Delivery.expireLease({ ...row, leaseUntil: begin }, later, now), ["claimed", "sending"]),
      ...resolutions.flatMap((resolution) => arrows((row) => Delivery.resolve(row, 1, resolution, "sending", now))),
      ...arrows((row) => Delivery.reject(row, notSentProblem("cancelled"), now))
    ])
    const receipts = (["sent", "undeliverable", "delivered", "read"] as const).flatMap((status) =>
      arrows((row) => Delivery.applyReceipt(row, { messageId: "m-1", status, error: null, reason: null, at: now }, now))
    )
    const drawn = deliveries.map(({ from, labels, to }) => ({ arrow: `${from} --> ${to}`, labels: labels.split(", ") }))
    expect(new Set(drawn.filter(({ labels }) => labels.join() !== "receipt").map(({ arrow }) => arrow))).toEqual(moves)
    const ofReceipts = drawn.filter(({ labels }) => labels.includes("receipt")).map(({ arrow }) => arrow)
    expect(ofReceipts.length).toBeGreaterThan(0)
    expect(ofReceipts.filter((arrow) => !receipts.includes(arrow))).toEqual([])
  })
})
