import type { ComponentChildren } from "preact"

/** A titled value in a description list. */
export const Fact = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div>
    <dt class="quiet">{title}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
