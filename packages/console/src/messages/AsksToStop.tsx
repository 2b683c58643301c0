import type { Message } from "./Messages.ts"
import { BadgeOf } from "../ui/Badge.tsx"

const asksTitles = { yes: ["Opted out", "neutral"], maybe: ["May ask to stop", "warn"] } as const

/** A badge if a received message asks for no more messages; otherwise nothing. */
export const AsksToStop = ({ asks }: { readonly asks: Message["asks_to_stop"] }) =>
  asks === null ? null : <BadgeOf titles={asksTitles} name={asks} />
