import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { Icon } from "./Icon.tsx"

export interface PageProps {
  readonly title: string
  /** The content next to the title: a count, a state. */
  readonly aside?: ComponentChildren
  readonly actions?: ComponentChildren
  /** The parent view. */
  readonly back?: { readonly href: string; readonly title: string }
  /** Whether the view fills the height of the window, so that a part of it scrolls. */
  readonly fill?: boolean
  readonly children?: ComponentChildren
}

/** The frame of every view: its heading, which is also the title of the window, its actions, and its content. */
export const Page = ({ actions, aside, back, children, fill, title }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  return (
    <div class={fill ? "page page-fill" : "page"}>
      <header class="page-head">
        <div class="page-title">
          {back && (
            <a class="page-back" href={back.href}>
              <Icon name="left" />
              {back.title}
            </a>
          )}
          <div class="page-line">
            <h1 tabIndex={-1}>{title}</h1>
            {aside}
          </div>
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a view with a heading, on a separate background. */
export const Card = ({
  actions,
  children,
  flush,
  title
}: {
  readonly title?: string
  readonly actions?: ComponentChildren
  /** Whether the content has no padding, such as for a table. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}) => (
  <section class={flush ? "card card-flush" : "card"}>
    {(title !== undefined || actions) && (
      <div class="card-head">
        {title !== undefined && <h2>{title}</h2>}
        {actions && <div class="card-actions">{actions}</div>}
      </div>
    )}
    <div class="card-body">{children}</div>
  </section>
)
