import { useId } from "preact/hooks"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { FilterBuilder } from "../../contacts/filters/FilterBuilder.tsx"
import { readFilters, writeFilters } from "../../contacts/filters/FilterQuery.ts"
import type { Reader } from "../../reading/Reader.ts"
import { Button } from "../../ui/Button.tsx"
import { useDraft } from "../../ui/forms/Draft.ts"
import { TextField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { type AudiencePart, readPart } from "../draft/Draft.ts"
import { partOfSearch } from "../draft/Search.ts"

export type SearchPart = Extract<AudiencePart, { readonly kind: "search" }>

const noPlaces = new Map()

const readSearch: Reader<SearchPart> = (value) => {
  const part = readPart(value)
  return part?.kind === "search" ? part : undefined
}

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
  const draft = useDraft(`compose.search.${part.term}.${part.filters}`, part, readSearch)
  const { term } = draft.value
  const filters = readFilters(draft.value.filters)
  return (
    <Dialog
      title="Contacts by a search"
      wide
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              draft.discard()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button look="primary" type="submit" form={form}>
            Take these
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
          draft.discard()
          onClose()
        }}
      >
        <TextField
          label="Search names, numbers, addresses"
          optional
          value={term}
          onValue={(term) => draft.set({ ...draft.value, term })}
        />
        <FilterBuilder
          context={{ fields, refusal: undefined, places: noPlaces }}
          filters={filters}
          onFilters={(next) => draft.set({ ...draft.value, filters: writeFilters(next) ?? "" })}
        />
      </form>
    </Dialog>
  )
}
