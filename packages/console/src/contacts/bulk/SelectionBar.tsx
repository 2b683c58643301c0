import { useState } from "preact/hooks"
import { formatNumber, text } from "../../texts/Text.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import type { ArchivedChoice } from "../ContactSearch.ts"
import type { BulkProps } from "./BulkProps.ts"
import { type Chosen, countChosen, noneChosen } from "./Chosen.ts"
import { EachDialog } from "./EachDialog.tsx"
import { ListDialog } from "./ListDialog.tsx"

/** What can be done with the contacts that are chosen. It lies over the end of the table, which does not move for it. */
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
  const [open, setOpen] = useState<"add" | "remove" | "archive" | "restore" | "optOut" | "optIn">()
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
    <div class="selection" role="region" aria-label={text("contacts.bulk.label")}>
      <p class="selection-count" aria-live="polite">
        {text("contacts.bulk.chosen", { count })}
      </p>
      {!chosen.all && count < total && (
        <button type="button" class="link" onClick={() => onChosen({ all: true })}>
          {text("contacts.bulk.chooseAll", { total: formatNumber(total) })}
        </button>
      )}
      <div class="selection-actions">
        <Button small icon="lists" onClick={() => setOpen("add")}>
          {text("contacts.bulk.add.button")}
        </Button>
        <Button small onClick={() => setOpen("remove")}>
          {text("contacts.bulk.remove.button")}
        </Button>
        {archived !== "archived" && (
          <Button small icon="archive" onClick={() => setOpen("archive")}>
            {text("contacts.bulk.archive.button")}
          </Button>
        )}
        {archived !== "active" && (
          <Button small icon="again" onClick={() => setOpen("restore")}>
            {text("contacts.bulk.restore.button")}
          </Button>
        )}
        <Button small onClick={() => setOpen("optOut")}>
          {text("contacts.bulk.optOut.button")}
        </Button>
        <Button small onClick={() => setOpen("optIn")}>
          {text("contacts.bulk.optIn.button")}
        </Button>
        <IconButton small icon="close" label={text("contacts.bulk.clear")} onClick={() => onChosen(noneChosen)} />
      </div>
      {(open === "add" || open === "remove") && <ListDialog {...bulk} verb={open} />}
      {open !== undefined && open !== "add" && open !== "remove" && <EachDialog {...bulk} verb={open} />}
    </div>
  )
}
