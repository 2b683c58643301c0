import { read } from "../Repository.ts"
import { graphOf, type Picture, quoted } from "./Picture.ts"

/** A step of a broadcast that one transaction stores, and what becomes of it when the process dies before that ends. */
interface Step {
  readonly when: string
  readonly stored: string
  readonly otherwise: string
  /** The rule of the decisions that says so. */
  readonly rule: string
}

const steps: ReadonlyArray<Step> = [
  {
    when: "202 is answered",
    stored: "the broadcast, its recipients,\nits event, its first job",
    otherwise: "nothing is there:\nsend the request again",
    rule: "B9"
  },
  {
    when: "a worker claims a chunk",
    stored: "claimed, the attempt, the lease",
    otherwise: "claimed by another\nwhen the lease is over",
    rule: "B10"
  },
  {
    when: "before each send",
    stored: "sending",
    otherwise: "unknown: the channel is asked,\nand nothing is sent twice",
    rule: "B12"
  },
  {
    when: "the channel has answered",
    stored: "sent, the message's id, the event",
    otherwise: "unknown, until the channel\nor a receipt says it",
    rule: "B12"
  },
  {
    when: "a receipt is answered 200",
    stored: "the receipt",
    otherwise: "the platform sends it again",
    rule: "B22"
  },
  {
    when: "the receipt is applied",
    stored: "delivered or read, the contact, the event",
    otherwise: "applied after the restart",
    rule: "B11"
  },
  {
    when: "a webhook is answered",
    stored: "how far it has come",
    otherwise: "the event is sent again,\nwith the same id",
    rule: "H1"
  }
]

/** What is durable when, each step with the rule that says so. Fails if the decisions do not have the rule. */
export const durable = (): Picture => {
  const decisions = read("docs/reference/decisions.md")
  for (const { rule } of steps) {
    if (!decisions.includes(`**${rule}**`))
      throw new Error(`The picture of what is durable names ${rule}: no such rule`)
  }
  const column = (name: string, texts: ReadonlyArray<string>, kind: string) =>
    texts.map((text, at) => `${quoted(`${name} ${at}`)} [label=${quoted(text)}, class="${kind}"]`)
  const chain = (name: string) =>
    steps.slice(1).map((_, at) => `${quoted(`${name} ${at}`)} -> ${quoted(`${name} ${at + 1}`)}`)
  return {
    name: "durable",
    graph: graphOf("rankdir=TB, ranksep=0.25", [
      ...column(
        "when",
        steps.map(({ rule, when }) => `${when} (${rule})`),
        "node"
      ),
      ...column(
        "stored",
        steps.map(({ stored }) => stored),
        "good"
      ),
      ...column(
        "otherwise",
        steps.map(({ otherwise }) => otherwise),
        "note"
      ),
      ...chain("when"),
      ...steps.flatMap((_, at) => [
        `{ rank=same; ${quoted(`when ${at}`)} -> ${quoted(`stored ${at}`)} [label="stores"]; ${quoted(`stored ${at}`)} -> ${quoted(`otherwise ${at}`)} [label="killed before", class="receipt", style=dashed] }`
      ])
    ])
  }
}
