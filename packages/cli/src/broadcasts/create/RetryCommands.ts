import { BroadcastUuid } from "@rollcall/core"
import { RetryReason } from "@rollcall/core/sending"
import { Argument, Flag } from "effect/cli"
import { argument, many, optional } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

const command = targetCommands(() => import("./RetryBroadcast.ts"))

const uuid = argument("uuid", "The UUID of the broadcast").pipe(Argument.withSchema(BroadcastUuid))

const values = many(
  "value",
  'A body parameter as "name=value". Use the names in the template, or 1, 2... for positions'
)

export const retryCommand = command(
  "retry",
  "Send an ended broadcast to recipients it did not reach.",
  {
    uuid,
    reasons: Flag.Literals("reason", RetryReason.literals).pipe(
      Flag.withDescription("Retry recipients with this reason, `undeliverable` or `unknown`; may be repeated"),
      Flag.atLeast(1)
    ),
    name: optional("name", "The name of the new broadcast. The default is the name of the first one"),
    key: optional("key", "An idempotency key. A second request with the same key returns the first retry"),
    values
  },
  ({ retryBroadcast }) => retryBroadcast
)

export const testCommand = command(
  "test",
  "Send the message of a broadcast to a few numbers as a test. Counters don't change.",
  {
    uuid,
    numbers: argument("number", "Up to 5 phone numbers with country code").pipe(Argument.variadic({ min: 1, max: 5 })),
    values
  },
  ({ testBroadcast }) => testBroadcast
)
