import { Badge } from "../ui/Badge.tsx"
import type { Message } from "./Messages.ts"

const asksTitles = { yes: "Opted out", maybe: "May ask to stop" } as const

/** Whether a message of a person asks for no more messages; nothing if it does not. */
export const AsksToStop = ({ asks }: { readonly asks: Message["asks_to_stop"] }) =>
  asks === null ? null : <Badge tone={asks === "maybe" ? "warn" : "neutral"}>{asksTitles[asks]}</Badge>
