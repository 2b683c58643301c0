import type { ComponentChildren, TargetedToggleEvent } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { Button, type ButtonProps } from "../Button.tsx"

const gap = 4
const margin = 8

/** Puts a popover below its anchor, or above it if there is more room, within the window. */
export const placeBeside = (popover: HTMLElement, anchor: Element, end = false): void => {
  const from = anchor.getBoundingClientRect()
  const { height, width } = popover.getBoundingClientRect()
  const below = window.innerHeight - from.bottom
  const top = below < height + gap && from.top > below ? Math.max(margin, from.top - gap - height) : from.bottom + gap
  const left = end ? from.right - width : from.left
  popover.style.top = `${top}px`
  popover.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`
  popover.style.maxHeight = `${Math.max(96, window.innerHeight - top - margin)}px`
}

export interface PopoverProps {
  readonly button: ButtonProps
  /** Whether the popover is aligned with the end of its button. */
  readonly end?: boolean
  readonly label?: string
  readonly children: (close: () => void) => ComponentChildren
}

/**
 * A button that opens a small popover next to it. Escape and a click elsewhere close it. It has no content while it is
 * closed.
 */
export const Popover = ({ button, children, end, label }: PopoverProps) => {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => popover.current?.hidePopover()
  useEffect(() => {
    if (!open) return
    const place = () => {
      if (popover.current && anchor.current) placeBeside(popover.current, anchor.current, end)
    }
    place()
    popover.current?.querySelector<HTMLElement>("[role=menuitem], input, select, textarea, button")?.focus()
    window.addEventListener("resize", place)
    return () => window.removeEventListener("resize", place)
  }, [open])
  return (
    <>
      <Button {...button} buttonRef={anchor} popovertarget={id} aria-expanded={open} />
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="popover"
        aria-label={label}
        role={label === undefined ? undefined : "group"}
        onToggle={(event: TargetedToggleEvent<HTMLDivElement>) => setOpen(event.newState === "open")}
      >
        {open && children(close)}
      </div>
    </>
  )
}
