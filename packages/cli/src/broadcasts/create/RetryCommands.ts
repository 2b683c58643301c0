import { BroadcastUuid } from "@rollcall/core"
import { RetryReason } from "@rollcall/core/sending"
import { Argument, Flag } from "effect/cli"
import { argument, many, optional } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

const command = targetCommands(() => import("./RetryBroadcast.ts"))

const uuid = argument("uuid", "The UUID of the broadcast").pipe(Argument.withSchema(BroadcastUuid))

const values = many(
  "value",
  'A value of the text as "name=text", by the names of the template, or 1, 2... where it takes them by position'
)

/** `rollcall broadcasts retry`: a broadcast to those whom an earlier one has not reached. */
export const retryCommand = command(
  "retry",
  "Send a broadcast that is over again to those whom it has not reached.",
  {
    uuid,
    reasons: Flag.Literals("reason", RetryReason.literals).pipe(
      Flag.withDescription("Whom to reach: those with this reason, `undeliverable`, or `unknown`; may be repeated"),
      Flag.atLeast(1)
    ),
    name: optional("name", "What people call the new broadcast; as the first one where it is not given"),
    key: optional("key", "An idempotency key: a second retry with it is the first one"),
    values
  },
  ({ retryBroadcast }) => retryBroadcast
)

/** `rollcall broadcasts test`: the message of a broadcast to a few numbers. */
export const testCommand = command(
  "test",
  "Send the message of a broadcast to a few numbers, which no counter counts.",
  {
    uuid,
    numbers: argument("number", "Up to 5 phone numbers with country code").pipe(Argument.variadic({ min: 1, max: 5 })),
    values
  },
  ({ testBroadcast }) => testBroadcast
)
