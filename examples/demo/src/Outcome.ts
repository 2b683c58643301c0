import { Console, Effect, Schema } from "effect"
import { type Client, expect } from "./Client.ts"
import { DemoFailed } from "./DemoFailed.ts"
import { green, red, shorten, table, yellow } from "./Screen.ts"
import type { Details } from "./SendReminders.ts"

const statuses = ["read", "delivered", "submitted", "undeliverable", "rejected"] as const
type Status = (typeof statuses)[number]

const Recipients = Schema.Struct({
  recipients: Schema.Array(
    Schema.Struct({
      identifier: Schema.String,
      status: Schema.Literals(statuses),
      reason: Schema.NullOr(Schema.String),
      error: Schema.NullOr(Schema.String)
    })
  ),
  pagination: Schema.Struct({ total: Schema.Int })
})
type Recipient = (typeof Recipients.Type)["recipients"][number]

const meaning: { readonly [S in Status]: string } = {
  read: green("read on the device"),
  delivered: green("arrived, not read so far"),
  submitted: yellow("taken by the channel, nothing heard since"),
  undeliverable: red("the channel could not deliver"),
  rejected: red("refused or never sent")
}

const pageSize = 1000

/** Reads all recipients in the order of acceptance. */
export const readRecipients = Effect.fnUntraced(function* (client: Client, uuid: string) {
  const all: Array<Recipient> = []
  for (;;) {
    const { pagination, recipients } = yield* client
      .get(`/broadcasts/${uuid}/recipients?limit=${pageSize}&offset=${all.length + 1}`)
      .pipe(Effect.flatMap(expect(200, Recipients)))
    all.push(...recipients)
    if (recipients.length < pageSize) {
      return all.length === pagination.total
        ? all
        : yield* new DemoFailed({ message: `${pagination.total} recipients were announced, ${all.length} came` })
    }
  }
})

/** Shows the number of recipients per status, and the errors of unreached recipients. */
export const showOutcome = Effect.fnUntraced(function* (recipients: ReadonlyArray<Recipient>) {
  const byStatus = Map.groupBy(recipients, ({ status }) => status)
  yield* table(
    ["Status", "Recipients", "Share", "Which means"],
    statuses.map((status) => {
      const size = byStatus.get(status)?.length ?? 0
      return [status, size, `${((100 * size) / recipients.length).toFixed(1).padStart(5)} %`, meaning[status]]
    })
  )
  const unreached = recipients.flatMap(({ error, identifier, reason }) =>
    reason === null ? [] : [{ reason, account: `${identifier || "(empty)"}: ${error}` }]
  )
  yield* Console.log(`  Not reached, and why:`)
  yield* table(
    ["Why", "Recipients", "For instance"],
    Array.from(
      Map.groupBy(unreached, ({ reason }) => reason),
      ([reason, group]) => [reason, group.length, shorten(group[0]?.account ?? "", 86)]
    )
  )
})

/** Fails unless the broadcast's figures equal the counts of its recipients. */
export const checkFigures = (details: Details, asked: number, recipients: ReadonlyArray<Recipient>) => {
  const having = (...of: ReadonlyArray<Status>) => recipients.filter(({ status }) => of.includes(status)).length
  const figures = [
    ["all", recipients.length, asked],
    ["recipients and rejected", details.recipients + details.rejected, asked],
    ["rejected", having("rejected"), details.rejected],
    ["read", having("read"), details.read],
    ["delivered", having("read", "delivered"), details.delivered],
    ["sent", having("read", "delivered", "submitted", "undeliverable"), details.sent],
    ["failed", having("undeliverable"), details.failed]
  ] as const
  const wrong = figures.filter(([, counted, given]) => counted !== given)
  return wrong.length === 0
    ? Effect.void
    : Effect.fail(
        new DemoFailed({
          message: `the figures do not agree: ${wrong.map(([what, counted, given]) => `${what} ${counted}, not ${given}`).join("; ")}`
        })
      )
}
