import { useState } from "preact/hooks"
import { useBulkRun } from "../contacts/bulk/BulkRun.ts"
import type { Progressed } from "../contacts/bulk/BulkRun.ts"
import { readText } from "../reading/Reader.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft } from "../ui/forms/Draft.ts"
import { TextArea } from "../ui/forms/FormField.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { Progress } from "../ui/Progress.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { type Added, addContacts, addFound, addNumbers } from "../contacts/bulk/Additions.ts"
import { noneFound, SearchFound, type Wanted } from "./SearchFound.tsx"
import { numbersIn } from "../contacts/bulk/Numbers.ts"

const ways = ["search", "numbers"] as const

/** Adds contacts to a list: some or all that a search finds, or those who have the numbers that are pasted. */
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
  const [way, setWay] = useState<(typeof ways)[number]>(typed.restored ? "numbers" : "search")
  const numbers = numbersIn(typed.value)
  const count = way === "numbers" ? numbers.length : wanted.all ? wanted.total : wanted.uuids.size
  const add = (signal: AbortSignal, onProgress: (progress: Progressed) => void): Promise<Added> => {
    if (way === "numbers") return addNumbers(list, numbers, signal, onProgress)
    if (wanted.all) return addFound(list, wanted.search, signal, onProgress)
    return addContacts(list, [...wanted.uuids], signal, onProgress)
  }
  const { progress, refusal, run } = useBulkRun(async (signal, onProgress) => {
    setResult(await add(signal, onProgress))
    if (way === "numbers") typed.discard()
  }, onChanged)
  return (
    <Dialog
      title={text("lists.add.title")}
      steady
      onClose={onClose}
      actions={
        result === undefined ? (
          <>
            <Button
              onClick={() => {
                if (progress === undefined) typed.discard()
                onClose()
              }}
            >
              {text(progress === undefined ? "ui.cancel" : "ui.stop")}
            </Button>
            <Button look="primary" disabled={count === 0} busy={progress !== undefined} onClick={() => void run()}>
              {text(way === "numbers" ? "lists.add.numbersButton" : "lists.add.button", { count })}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={onClose}>
            {text("ui.close")}
          </Button>
        )
      }
    >
      {result === undefined ? (
        <Tabs
          label={text("lists.add.ways")}
          tabs={ways.map((name) => ({ name, title: text(`lists.add.${name}`) }))}
          current={way}
          onSelect={setWay}
        >
          <div class="lists-form">
            {way === "search" ? (
              <SearchFound wanted={wanted} onWanted={setWanted} />
            ) : (
              <TextArea
                label={text("lists.add.numbersLabel")}
                hint={text("lists.add.numbersHint", { count: numbers.length })}
                rows={6}
                spellcheck={false}
                value={typed.value}
                onValue={typed.set}
              />
            )}
            {progress && <Progress label={text("lists.add.progress")} done={progress.done} total={progress.total} />}
            <ErrorBox refusal={refusal} />
          </div>
        </Tabs>
      ) : (
        <Result result={result} />
      )}
    </Dialog>
  )
}

const Result = ({ result: { added, missing, present } }: { readonly result: Added }) => (
  <div class="lists-form" role="status">
    <p>{text("lists.add.added", { count: added })}</p>
    {present > 0 && <p>{text("lists.add.present", { count: present })}</p>}
    {missing.length > 0 && (
      <>
        <p>{text("lists.add.missing", { count: missing.length })}</p>
        <ul class="lists-missing" tabIndex={0} aria-label={text("lists.add.missing", { count: missing.length })}>
          {missing.map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
      </>
    )}
  </div>
)
