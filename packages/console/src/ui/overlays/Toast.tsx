import { shared, useShared } from "../../reading/Shared.ts"
import { IconButton } from "../Button.tsx"

/** A link, or an action that closes the toast. */
type ToastAction = { readonly title: string } & ({ readonly href: string } | { readonly run: () => void })

interface Shown {
  readonly id: number
  readonly message: string
  readonly action: ToastAction | undefined
}

const shown = shared<ReadonlyArray<Shown>>([])
let latest = 0

/** The duration of a toast in seconds: longer with a link or action. */
const seconds = { said: 8, offered: 20 }

/** Shows a success message. Errors are shown where the action was started. */
export const toast = (message: string, action?: ToastAction): void => {
  latest += 1
  const id = latest
  const others = shown.value.filter((other) => other.message !== message)
  shown.value = [...others.slice(-2), { id, message, action }]
  setTimeout(() => dismiss(id), (action === undefined ? seconds.said : seconds.offered) * 1000)
}

const dismiss = (id: number): void => {
  shown.value = shown.value.filter((other) => other.id !== id)
}

/** Removes a toast that is no longer true. */
export const withdrawToast = (message: string): void => {
  shown.value = shown.value.filter((other) => other.message !== message)
}

/** The container of toasts, announced to screen readers. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {useShared(shown).map(({ action, id, message }) => (
      <div key={id} class="toast">
        <span>{message}</span>
        {action && <Offered action={action} onDone={() => dismiss(id)} />}
        <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} small />
      </div>
    ))}
  </div>
)

const Offered = ({ action, onDone }: { readonly action: ToastAction; readonly onDone: () => void }) =>
  "href" in action ? (
    <a href={action.href} onClick={onDone}>
      {action.title}
    </a>
  ) : (
    <button
      type="button"
      class="link"
      onClick={() => {
        action.run()
        onDone()
      }}
    >
      {action.title}
    </button>
  )
