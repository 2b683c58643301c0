import type { Message } from "./Messages.ts"
import { BadgeOf } from "../ui/Badge.tsx"

const asksTitles = { yes: ["Opted out", "neutral"], maybe: ["May ask to stop", "warn"] } as const

/** Whether a message of a person asks for no more messages; nothing if it does not. */
export const AsksToStop = ({ asks }: { readonly asks: Message["asks_to_stop"] }) =>
  asks === null ? null : <BadgeOf titles={asksTitles} name={asks} />
