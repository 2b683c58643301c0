import "./secret.css"
import { useRef, useState } from "preact/hooks"
import { Button } from "../Button.tsx"
import { Dialog } from "../overlays/Dialog.tsx"
import { FormField } from "./FormField.tsx"

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
      <FormField label={label} hint={note}>
        {(field) => (
          <div class="secret">
            <input
              {...field}
              ref={input}
              class="input"
              readOnly
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button look="primary" icon={copied === "yes" ? "check" : "copy"} onClick={() => void copy()}>
              Copy
            </Button>
          </div>
        )}
      </FormField>
      <p role="status" class="quiet">
        {copied !== undefined &&
          (copied === "yes" ? "Copied." : "Your browser blocked copying. The text is selected: press Ctrl+C or ⌘C.")}
      </p>
    </Dialog>
  )
}
