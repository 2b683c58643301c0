import { Icon, type IconName } from "../Icon.tsx"
import { Popover } from "./Popover.tsx"
import type { ButtonProps } from "../Button.tsx"

export interface MenuItem {
  readonly title: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly run: () => void
}

/** A button with a menu of actions. The arrow keys move in it. */
export const Menu = ({ button, items }: { readonly button: ButtonProps; readonly items: ReadonlyArray<MenuItem> }) => (
  <Popover button={{ ...button, "aria-haspopup": "menu" }} end>
    {(close) => (
      <div class="menu" role="menu" onKeyDown={moveFocus}>
        {items.map(({ danger, icon, run, title }) => (
          <button
            key={title}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={danger ? "menu-item menu-danger" : "menu-item"}
            onClick={() => {
              close()
              run()
            }}
          >
            {icon && <Icon name={icon} />}
            {title}
          </button>
        ))}
      </div>
    )}
  </Popover>
)

const moveFocus = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || items.length === 0) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}
