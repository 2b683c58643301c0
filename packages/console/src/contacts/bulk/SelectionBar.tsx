import { useState } from "preact/hooks"
import { Button, IconButton } from "../../ui/Button.tsx"
import type { ArchivedChoice } from "../ContactSearch.ts"
import type { BulkProps } from "./BulkProps.ts"
import { type Chosen, countChosen, noneChosen } from "./Chosen.ts"
import { EachDialog } from "./EachDialog.tsx"
import { ListDialog } from "./ListDialog.tsx"
import { formatNumber, plural } from "../../texts/Text.ts"

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
        <Button small icon="lists" onClick={() => setOpen("add")}>
          Add to list
        </Button>
        <Button small onClick={() => setOpen("remove")}>
          Remove from list
        </Button>
        {archived !== "archived" && (
          <Button small icon="archive" onClick={() => setOpen("archive")}>
            Archive
          </Button>
        )}
        {archived !== "active" && (
          <Button small icon="again" onClick={() => setOpen("restore")}>
            Restore
          </Button>
        )}
        <Button small onClick={() => setOpen("optOut")}>
          Opt out
        </Button>
        <Button small onClick={() => setOpen("optIn")}>
          Opt in
        </Button>
        <IconButton small icon="close" label="Choose none" onClick={() => onChosen(noneChosen)} />
      </div>
      {(open === "add" || open === "remove") && <ListDialog {...bulk} verb={open} />}
      {open !== undefined && open !== "add" && open !== "remove" && <EachDialog {...bulk} verb={open} />}
    </div>
  )
}
