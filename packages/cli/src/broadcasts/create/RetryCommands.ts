import { BroadcastUuid } from "@rollcall/core"
import { RetryReason } from "@rollcall/core/sending"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../../screen/Output.ts"
import { targetFlags } from "../../targets/TargetFlags.ts"

const running = Effect.promise(() => import("./RetryBroadcast.ts"))

const uuid = Argument.String("uuid").pipe(
  Argument.withDescription("The UUID of the broadcast"),
  Argument.withSchema(BroadcastUuid)
)

const values = Flag.String("value").pipe(
  Flag.withDescription(
    'A value of the text as "name=text", by the names of the template, or 1, 2... where it takes them by position; may be repeated'
  ),
  Flag.atLeast(0)
)

/** `rollcall broadcasts retry`: a broadcast to those whom an earlier one has not reached. */
export const retryCommand = Command.make(
  "retry",
  {
    uuid,
    reasons: Flag.Literals("reason", RetryReason.literals).pipe(
      Flag.withDescription("Whom to reach: those with this reason, `undeliverable`, or `unknown`; may be repeated"),
      Flag.atLeast(1)
    ),
    name: Flag.String("name").pipe(
      Flag.withDescription("What people call the new broadcast; as the first one where it is not given"),
      Flag.optional
    ),
    key: Flag.String("key").pipe(
      Flag.withDescription("An idempotency key: a second retry with it is the first one"),
      Flag.optional
    ),
    values,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, json, token, url, uuid, workspace, ...asked }) {
    const { retryBroadcast } = yield* running
    return yield* retryBroadcast(uuid, asked, json, { database, token, url, workspace })
  })
).pipe(Command.withDescription("Send a broadcast that is over again to those whom it has not reached."))

/** `rollcall broadcasts test`: the message of a broadcast to a few numbers. */
export const testCommand = Command.make(
  "test",
  {
    uuid,
    numbers: Argument.String("number").pipe(
      Argument.withDescription("Up to 5 phone numbers with country code"),
      Argument.variadic({ min: 1, max: 5 })
    ),
    values,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, numbers, uuid, values, ...flags }) {
    const { testBroadcast } = yield* running
    return yield* testBroadcast(uuid, { numbers, values }, json, flags)
  })
).pipe(Command.withDescription("Send the message of a broadcast to a few numbers, which no counter counts."))
