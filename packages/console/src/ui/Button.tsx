import type { ButtonHTMLAttributes, ComponentChildren, Ref } from "preact"
import { Icon, type IconName } from "./Icon.tsx"

interface Appearance {
  /** A view has at most one primary button. */
  readonly look?: "primary" | "plain" | "quiet" | "danger"
  readonly icon?: IconName | undefined
  readonly small?: boolean
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "icon">, Appearance {
  readonly children?: ComponentChildren
  /**
   * Whether the button's action is running. The button keeps its focus and width, and ignores clicks, including a double
   * click's second click after the action ends.
   */
  readonly busy?: boolean
  readonly buttonRef?: Ref<HTMLButtonElement>
}

export const Button = ({ busy, buttonRef, children, icon, look, onClick, small, type, ...rest }: ButtonProps) => (
  <button
    {...rest}
    ref={buttonRef ?? null}
    type={type ?? "button"}
    class={classOf({ look, small })}
    data-square={children === undefined ? "" : undefined}
    aria-busy={busy}
    onClick={(event) => {
      if (busy || (busy !== undefined && event.detail > 1)) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A button with only an icon. Its name is read out, and shown on hover. */
export const IconButton = ({
  icon,
  label,
  ...rest
}: Omit<ButtonProps, "children"> & { icon: IconName; label: string }) => (
  <Button look="quiet" {...rest} icon={icon} aria-label={label} title={label} />
)

/** A link to a view that looks like a button. */
export const LinkButton = ({
  children,
  href,
  icon,
  look,
  small
}: Appearance & { readonly href: string; readonly children: ComponentChildren }) => (
  <a href={href} class={classOf({ look, small })}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)

const classOf = ({ look = "plain", small }: { look: Appearance["look"]; small: boolean | undefined }) =>
  `button button-${look}${small ? " button-small" : ""}`
