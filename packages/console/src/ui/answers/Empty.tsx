import type { ComponentChildren } from "preact"

/** An empty state: the reason, and what to do. */
export const Empty = ({
  actions,
  children,
  title
}: {
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
}) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children && <p class="empty-text">{children}</p>}
    {actions && <div class="empty-actions">{actions}</div>}
  </div>
)
