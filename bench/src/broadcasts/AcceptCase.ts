import { type MessageParameters, nextId } from "@rollcall/core"
import { Clock, Effect, Schema } from "effect"
import { acceptance, type Case, Disagreement } from "../cases/Case.ts"
import type { Bare } from "../stores/Arena.ts"
import { acceptByHand, type NewRow, recipientRows } from "./AcceptRival.ts"
import { bodyOf, later, reminder } from "./Requests.ts"
import { Accepted, startServer } from "./Server.ts"

/** A request that is sent, until its 202 is there, beside reading the same text and writing the same rows. */
export const acceptCase: Case = {
  name: "broadcast: accept 50,000",
  target: acceptance,
  atOnce: 1,
  block: 1,
  sides: Effect.fnUntraced(function* ({ population: { workspace }, rival, url }, { recipients }) {
    const server = yield* startServer(url)
    const text = bodyOf({ ...reminder(recipients, (index) => `reminder ${index}`), scheduledFor: later })
    const body = new TextEncoder().encode(text)
    const library = Effect.map(server.post("/broadcasts", body, 202), (answer) => decodeAccepted(answer).uuid)
    const byHand = rival && writing(rival.bare, workspace, text)
    if (rival && byHand) {
      const [one, other] = [yield* library, yield* byHand]
      yield* agreed(yield* recipientRows(rival.bare, one), yield* recipientRows(rival.bare, other), recipients)
    }
    return { library: () => library, rival: byHand && (() => byHand), total: undefined, plan: undefined }
  })
}

const decodeAccepted = Schema.decodeSync(Schema.fromJsonString(Accepted))

interface Body {
  readonly parameters: { readonly body_order: ReadonlyArray<string> }
  readonly recipients: ReadonlyArray<{
    readonly identifier: string
    readonly client_reference: string
    readonly parameters: { readonly body: Readonly<Record<string, string>> }
  }>
}

const parse: (text: string) => Body = JSON.parse

/** Every recipient is taken for a good one. Gives the broadcast. */
const writing = (bare: Bare, workspace: string, text: string) =>
  Effect.gen(function* () {
    const { parameters, recipients } = parse(text)
    const rows: Array<NewRow> = []
    for (const [index, recipient] of recipients.entries()) {
      const message: MessageParameters = {
        header: null,
        body: parameters.body_order.map((name) => recipient.parameters.body[name] ?? ""),
        buttons: [],
        cards: null
      }
      rows.push({
        uuid: yield* nextId,
        position: index + 1,
        identifier: recipient.identifier,
        client_reference: recipient.client_reference,
        parameters: JSON.stringify(message)
      })
    }
    const broadcast = yield* nextId
    yield* acceptByHand(bare, { workspace, broadcast, now: yield* Clock.currentTimeMillis }, rows)
    return broadcast
  })

const agreed = (one: ReadonlyArray<string>, other: ReadonlyArray<string>, count: number) => {
  const place = one.findIndex((row, index) => row !== other[index])
  return place < 0 && one.length === count && other.length === count
    ? Effect.void
    : new Disagreement({ case: "broadcast: accept", library: one[place], rival: other[place] })
}
