import type { ComponentChildren } from "preact"

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad"

/** A state in a word. The colour adds no information. */
export const Badge = ({
  children,
  tone = "neutral"
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) => <span class={`badge badge-${tone}`}>{children}</span>

/** The titles and tones of states. */
export type BadgeTitles<Name extends string> = { readonly [State in Name]: readonly [title: string, tone: Tone] }

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
