import { useState } from "preact/hooks"
import { keysOf } from "../../reading/Reader.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import type { IconName } from "../../ui/Icon.tsx"
import type { ArchivedChoice } from "../ContactSearch.ts"
import type { BulkProps } from "./BulkDialog.tsx"
import { type Chosen, countChosen, noneChosen } from "./Chosen.ts"
import { EachDialog, eachTexts } from "./EachDialog.tsx"
import { ListDialog, listTexts } from "./ListDialog.tsx"
import { formatNumber, plural } from "../../texts/Text.ts"

const texts = { ...listTexts, ...eachTexts }

const icons: { readonly [Verb in keyof typeof texts]?: IconName } = {
  add: "lists",
  archive: "archive",
  restore: "again"
}

/** The action that changes none of the found contacts. */
const useless = { active: "restore", archived: "archive", all: undefined } as const

/** The actions on the selected contacts. The bar overlays the end of the table. */
export const SelectionBar = ({
  archived,
  chosen,
  conditions,
  onChanged,
  onChosen,
  total
}: Pick<BulkProps, "chosen" | "conditions" | "onChanged"> & {
  readonly onChosen: (chosen: Chosen) => void
  readonly total: number
  readonly archived: ArchivedChoice
}) => {
  const [open, setOpen] = useState<keyof typeof texts>()
  const count = countChosen(chosen, total)
  const bulk: BulkProps = {
    chosen,
    count,
    conditions,
    onClose: () => setOpen(undefined),
    onChanged: () => {
      onChosen(noneChosen)
      onChanged()
    }
  }
  return (
    <div class="selection" role="region" aria-label="Chosen contacts">
      <p class="selection-count" aria-live="polite">
        {plural(count, "# chosen", "# chosen")}
      </p>
      {!chosen.all && count < total && (
        <button type="button" class="link" onClick={() => onChosen({ all: true })}>
          {`Select all ${formatNumber(total)} found`}
        </button>
      )}
      <div class="selection-actions">
        {keysOf(texts)
          .filter((verb) => verb !== useless[archived])
          .map((verb) => (
            <Button key={verb} small icon={icons[verb]} onClick={() => setOpen(verb)}>
              {texts[verb].button}
            </Button>
          ))}
        <IconButton small icon="close" label="Choose none" onClick={() => onChosen(noneChosen)} />
      </div>
      {(open === "add" || open === "remove") && <ListDialog {...bulk} verb={open} />}
      {open !== undefined && open !== "add" && open !== "remove" && <EachDialog {...bulk} verb={open} />}
    </div>
  )
}
