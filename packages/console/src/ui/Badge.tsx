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

/** The words for the states of something, and their tones. */
export type BadgeTitles<Name extends string> = { readonly [State in Name]: readonly [title: string, tone: Tone] }

/** One of several states. */
export const BadgeOf = <Name extends string>({
  name,
  titles
}: {
  readonly titles: BadgeTitles<Name>
  readonly name: Name
}) => {
  const [title, tone] = titles[name]
  return <Badge tone={tone}>{title}</Badge>
}
