import "./secret.css"
import { useId, useRef, useState } from "preact/hooks"
import { Button } from "../Button.tsx"
import { Dialog } from "./Dialog.tsx"

/** Shows a secret that the API returns only once. Only its button closes it. */
export const SecretDialog = ({
  label,
  note,
  onClose,
  secret,
  title
}: {
  readonly title: string
  readonly label: string
  readonly note: string
  readonly secret: string
  readonly onClose: () => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<"yes" | "no">()
  const copy = async () => {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      setCopied("yes")
    } catch {
      // Without https browsers don't let a page write to the clipboard. The selected secret can be copied with the keyboard.
      setCopied("no")
    }
  }
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <div class="field">
        <label class="field-label" for={id}>
          {label}
        </label>
        <div class="secret">
          <input
            ref={input}
            id={id}
            class="input"
            readOnly
            value={secret}
            aria-describedby={`${id}-note`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button look="primary" icon={copied === "yes" ? "check" : "copy"} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <p id={`${id}-note`} class="field-hint">
          {note}
        </p>
      </div>
      <p role="status" class="quiet">
        {copied !== undefined &&
          (copied === "yes" ? "Copied." : "Your browser blocked copying. The text is selected: press Ctrl+C or ⌘C.")}
      </p>
    </Dialog>
  )
}
