import type { ContactFields } from "../../contacts/ContactFields.ts"
import { FilterBuilder } from "../../contacts/filters/FilterBuilder.tsx"
import { readFilters, writeFilters } from "../../contacts/filters/FilterQuery.ts"
import type { Reader } from "../../reading/Reader.ts"
import { useDraft, inputsOf, useSubmit } from "../../ui/forms/Draft.ts"
import { TextField } from "../../ui/forms/FormField.tsx"
import { type AudiencePart, readPart } from "../draft/Draft.ts"
import { partOfSearch } from "../draft/Search.ts"
import { DraftDialog } from "../../ui/forms/DraftForm.tsx"

export type SearchPart = Extract<AudiencePart, { readonly kind: "search" }>

const noPlaces = new Map()

const readSearch: Reader<SearchPart> = (value) => {
  const part = readPart(value)
  return part?.kind === "search" ? part : undefined
}

/** Edits an audience part that searches contacts by words and filters. */
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
  const draft = useDraft(`compose.search.${part.term}.${part.filters}`, part, readSearch)
  const input = inputsOf(draft, undefined)
  const filters = readFilters(draft.value.filters)
  const take = useSubmit(
    draft,
    async ({ term }) => partOfSearch(filters, term),
    (taken) => {
      onPart(taken)
      onClose()
    }
  )
  return (
    <DraftDialog
      title="Search contacts"
      verb="Use this search"
      wide
      action={take}
      draft={draft}
      places={[]}
      onClose={onClose}
    >
      <TextField label="Search names, numbers, addresses" optional {...input("term")} />
      <FilterBuilder
        context={{ fields, refusal: undefined, places: noPlaces }}
        filters={filters}
        onFilters={(next) => input("filters").onValue(writeFilters(next) ?? "")}
      />
    </DraftDialog>
  )
}
