import type { ComponentChildren } from "preact"

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad"

/** A state in a word. Its colour says nothing that the word does not. */
export const Badge = ({
  children,
  tone = "neutral"
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) => <span class={`badge badge-${tone}`}>{children}</span>
