import { channelConformance } from "@rollcall/conformance/channel"
import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { correlationOf } from "@rollcall/core/channel"
import { behindProxy, channelAndProvider, lost } from "./Gateway.ts"

// #region conformance
const workspace = WorkspaceUuid.make("00000000-0000-7000-8002-000000000000")

channelConformance("text messages", {
  layer: channelAndProvider,
  message: (number) => ({
    correlation: correlationOf(
      workspace,
      RecipientUuid.make(`00000000-0000-7000-8000-${String(number).padStart(12, "0")}`)
    ),
    attempt: 1,
    broadcast: BroadcastUuid.make("00000000-0000-7000-8001-000000000000"),
    workspace,
    from: "4930123456",
    to: `4917000${1000 + number}`,
    templateName: "appointment_reminder",
    locale: "en",
    parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null }
  }),
  stranger: "4940654321",
  failures: [
    { to: "491700000001", reason: "Undeliverable" },
    { to: "491700000002", reason: "Throttled" },
    { to: "491700000003", reason: "Throttled" },
    { to: "491700000004", reason: "SenderRejected" },
    { to: lost, reason: "OutcomeUnknown" },
    { to: behindProxy, reason: "OutcomeUnknown" }
  ],
  time: "virtual"
})
// #endregion
