import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Icon } from "../ui/Icon.tsx"

/** Keeps the browser from opening a file that is dropped outside the box. */
const stay = (event: DragEvent): void => event.preventDefault()

/** A box to drop a file on, or to choose it with a button. It is small once a file is chosen. */
export const FileDrop = ({
  children,
  onFile,
  small
}: {
  readonly small: boolean
  readonly onFile: (file: File) => void
  readonly children: ComponentChildren
}) => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    addEventListener("dragover", stay)
    addEventListener("drop", stay)
    return () => {
      removeEventListener("dragover", stay)
      removeEventListener("drop", stay)
    }
  }, [])
  return (
    <div
      class="import-drop"
      data-small={small ? "" : undefined}
      data-over={over ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer?.files[0]
        if (file) onFile(file)
      }}
    >
      {children}
      <label class={`button ${small ? "button-plain" : "button-primary"} import-choose`}>
        <Icon name="import" />
        {small ? "Choose another file" : "Choose a file"}
        <input
          class="unseen"
          type="file"
          aria-label="File of contacts"
          accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json,application/x-ndjson"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) onFile(file)
            currentTarget.value = ""
          }}
        />
      </label>
    </div>
  )
}
