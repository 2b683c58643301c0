import type { ComponentChildren } from "preact"

/** One thing that is known, in a list of such. */
export const Fact = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div>
    <dt class="quiet">{title}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
