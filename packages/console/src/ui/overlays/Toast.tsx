import { shared, useShared } from "../../reading/Shared.ts"
import { text } from "../../texts/Text.ts"
import { IconButton } from "../Button.tsx"

interface Shown {
  readonly id: number
  readonly message: string
  readonly action: { readonly title: string; readonly href: string } | undefined
}

const shown = shared<ReadonlyArray<Shown>>([])
let latest = 0

const seconds = 8

/** Says that something was done. What went wrong is not said here, but where it was asked for. */
export const toast = (message: string, action?: Shown["action"]): void => {
  latest += 1
  const id = latest
  shown.value = [...shown.value.slice(-2), { id, message, action }]
  setTimeout(() => dismiss(id), seconds * 1000)
}

const dismiss = (id: number): void => {
  shown.value = shown.value.filter((one) => one.id !== id)
}

/** Where toasts are shown, and read out. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {useShared(shown).map(({ action, id, message }) => (
      <div key={id} class="toast">
        <span>{message}</span>
        {action && <a href={action.href}>{action.title}</a>}
        <IconButton icon="close" label={text("ui.dismiss")} onClick={() => dismiss(id)} small />
      </div>
    ))}
  </div>
)
