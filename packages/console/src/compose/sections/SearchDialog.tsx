import { useId, useState } from "preact/hooks"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { FilterBuilder } from "../../contacts/filters/FilterBuilder.tsx"
import { readFilters } from "../../contacts/filters/FilterQuery.ts"
import { text } from "../../texts/Text.ts"
import { Button } from "../../ui/Button.tsx"
import { TextField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import type { AudiencePart } from "../draft/Draft.ts"
import { partOfSearch } from "../draft/Search.ts"

export type SearchPart = Extract<AudiencePart, { readonly kind: "search" }>

const noPlaces = new Map()

/** Says which contacts are a part of an audience, by words and filters. */
export const SearchDialog = ({
  fields,
  onClose,
  onPart,
  part
}: {
  readonly part: SearchPart
  readonly fields: ContactFields
  readonly onPart: (part: SearchPart) => void
  readonly onClose: () => void
}) => {
  const form = useId()
  const [term, setTerm] = useState(part.term)
  const [filters, setFilters] = useState(readFilters(part.filters))
  return (
    <Dialog
      title={text("compose.audience.searchTitle")}
      steady
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text("ui.cancel")}</Button>
          <Button look="primary" type="submit" form={form}>
            {text("compose.audience.take")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        class="compose-fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onPart(partOfSearch(filters, term))
          onClose()
        }}
      >
        <TextField label={text("contacts.search")} optional value={term} onValue={setTerm} />
        <FilterBuilder
          context={{ fields, refusal: undefined, places: noPlaces }}
          filters={filters}
          onFilters={setFilters}
        />
      </form>
    </Dialog>
  )
}
