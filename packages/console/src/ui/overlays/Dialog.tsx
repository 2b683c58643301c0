import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { IconButton } from "../Button.tsx"

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Buttons at the bottom. A form in the dialog may have its own. */
  readonly actions?: ComponentChildren
  readonly wide?: boolean
  /** Whether the dialog is a drawer at the side, with the full height. */
  readonly drawer?: boolean
  /** Doesn't close on a click outside. A dialog with a form never does. */
  readonly steady?: boolean
  readonly children: ComponentChildren
}

const fields = ".dialog-body :is(input, select, textarea):not(:disabled)"

/**
 * A dialog, which is open as long as it is rendered. Its first input has the focus at once. Escape closes it; focus returns
 * to where it was.
 */
export const Dialog = ({ actions, children, drawer, onClose, steady, title, wide }: DialogProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    // By default the browser focuses the close button, and typing a space would press it.
    element?.querySelector<HTMLElement>(fields)?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={["dialog", wide && "dialog-wide", drawer && "dialog-drawer"].filter(Boolean).join(" ")}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        const box = event.currentTarget
        if (!steady && event.target === box && box.querySelector(fields) === null) onClose()
      }}
    >
      <div class="dialog-box">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} small />
        </div>
        <div class="dialog-body">{children}</div>
        {actions && <div class="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  )
}
