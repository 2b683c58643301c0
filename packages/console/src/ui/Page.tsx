import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { Icon } from "./Icon.tsx"

export interface PageProps {
  readonly title: string
  /** What stands beside the title: a count, a state. */
  readonly aside?: ComponentChildren
  readonly actions?: ComponentChildren
  /** The view that this one belongs to. */
  readonly back?: { readonly href: string; readonly title: string }
  /** Fills the height of the window, and lets a part of it scroll. */
  readonly fill?: boolean
  readonly children?: ComponentChildren
}

/** What every view is in: its heading, which is the title of the window too, what can be done, and its content. */
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

/** A part of a view with a heading, on a ground of its own. */
export const Card = ({
  actions,
  children,
  flush,
  title
}: {
  readonly title?: string
  readonly actions?: ComponentChildren
  /** Without room around the content, such as for a table. */
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
