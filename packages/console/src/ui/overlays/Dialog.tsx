import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"
import { text } from "../../texts/Text.ts"
import { IconButton } from "../Button.tsx"

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** What can be done, at the bottom; a form may have its own. */
  readonly actions?: ComponentChildren
  readonly wide?: boolean
  /** Comes from the side, over the whole height. */
  readonly drawer?: boolean
  /** Does not close when something beside it is clicked: for forms. */
  readonly steady?: boolean
  readonly children: ComponentChildren
}

/** A dialog, which is open as long as it is rendered. Escape closes it; focus returns to where it was. */
export const Dialog = ({ actions, children, drawer, onClose, steady, title, wide }: DialogProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
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
        if (!steady && event.target === dialog.current) onClose()
      }}
    >
      <div class="dialog-box">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={text("ui.close")} onClick={onClose} small />
        </div>
        <div class="dialog-body">{children}</div>
        {actions && <div class="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  )
}
