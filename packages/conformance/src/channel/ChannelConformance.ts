import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TestedChannel } from "./TestedChannel.ts"
import { lookupChecks } from "./LookupChecks.ts"
import { receiptChecks } from "./ReceiptChecks.ts"
import { sendChecks } from "./SendChecks.ts"
import { webhookChecks } from "./WebhookChecks.ts"

export const channelSuites = { sends: sendChecks, receipts: receiptChecks, lookups: lookupChecks }

/**
 * Registers the channel suite as tests of the calling file. A channel that passes can send broadcasts. The suite does
 * not check what the provider does with an accepted message.
 */
export const channelConformance = (name: string, channel: TestedChannel): void => {
  const register = channel.time === "virtual" ? it.effect : it.live
  for (const [suite, checksOf] of Object.entries(channelSuites)) {
    describe(`${name}: ${suite}`, () => {
      for (const { run, title } of checksOf(channel)) {
        register(title, () => Effect.provide(Effect.scoped(run), channel.layer))
      }
    })
  }
  if (channel.webhook !== undefined) webhookChecks(name, channel.webhook)
}
