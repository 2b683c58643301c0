import { useState } from "preact/hooks"
import { useBulkRun } from "../contacts/bulk/BulkRun.ts"
import type { Progressed } from "../contacts/bulk/BulkRun.ts"
import { readText, keysOf } from "../reading/Reader.ts"
import { Button } from "../ui/Button.tsx"
import { useDraft } from "../ui/forms/Draft.ts"
import { TextArea } from "../ui/forms/FormField.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { type Added, addContacts, addFound, addNumbers } from "../contacts/bulk/Additions.ts"
import { noneFound, SearchFound, type Wanted } from "./SearchFound.tsx"
import { numbersIn } from "../contacts/bulk/Numbers.ts"
import { plural } from "../texts/Text.ts"
import { BulkDialog } from "../contacts/bulk/BulkDialog.tsx"

const methodTitles = { search: "By a search", numbers: "By numbers" } as const

/** The dialog for adding contacts to a list: search results or pasted numbers. */
export const AddDialog = ({
  list,
  onChanged,
  onClose
}: {
  readonly list: string
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const [wanted, setWanted] = useState<Wanted>(noneFound)
  const [result, setResult] = useState<Added>()
  const typed = useDraft(`list.numbers.${list}`, "", readText)
  const [method, setMethod] = useState<keyof typeof methodTitles>(typed.restored ? "numbers" : "search")
  const numbers = numbersIn(typed.value)
  const count = method === "numbers" ? numbers.length : wanted.all ? wanted.total : wanted.uuids.size
  const add = (signal: AbortSignal, onProgress: (progress: Progressed) => void): Promise<Added> => {
    if (method === "numbers") return addNumbers(list, numbers, signal, onProgress)
    if (wanted.all) return addFound(list, wanted.search, signal, onProgress)
    return addContacts(list, [...wanted.uuids], signal, onProgress)
  }
  const run = useBulkRun(async (signal, onProgress) => {
    setResult(await add(signal, onProgress))
    if (method === "numbers") typed.discard()
  }, onChanged)
  if (result !== undefined) return <Result result={result} onClose={onClose} />
  return (
    <BulkDialog
      title="Add contacts"
      verb={
        method === "numbers"
          ? plural(count, "Add by # number", "Add by # numbers")
          : plural(count, "Add # contact", "Add # contacts")
      }
      progressTitle="Adding"
      disabled={count === 0}
      run={run}
      onCancel={typed.discard}
      onClose={onClose}
    >
      <Tabs
        label="How contacts are found"
        tabs={keysOf(methodTitles).map((name) => ({ name, title: methodTitles[name] }))}
        current={method}
        onSelect={setMethod}
      >
        <div class="stack">
          {method === "search" ? (
            <SearchFound wanted={wanted} onWanted={setWanted} />
          ) : (
            <TextArea
              label="Numbers, one per line"
              hint={plural(
                numbers.length,
                "# number. Contacts with this number are added.",
                "# numbers. Contacts with these numbers are added."
              )}
              rows={6}
              spellcheck={false}
              value={typed.value}
              onValue={typed.set}
            />
          )}
        </div>
      </Tabs>
    </BulkDialog>
  )
}

const Result = ({
  onClose,
  result: { added, missing, present }
}: {
  readonly result: Added
  readonly onClose: () => void
}) => {
  const missingTitle = plural(missing.length, "# number has no contact:", "# numbers have no contact:")
  return (
    <Dialog
      title="Add contacts"
      steady
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div class="stack" role="status">
        <p>{plural(added, "# contact is added.", "# contacts are added.")}</p>
        {present > 0 && <p>{plural(present, "# was on the list already.", "# were on the list already.")}</p>}
        {missing.length > 0 && (
          <>
            <p>{missingTitle}</p>
            <ul class="lists-missing" tabIndex={0} aria-label={missingTitle}>
              {missing.map((number) => (
                <li key={number}>{number}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
