import { Button } from "../ui/Button.tsx"
import { Select, choicesOf } from "../ui/forms/Select.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { Popover } from "../ui/overlays/Popover.tsx"
import { columnFields, sortFields } from "./ContactColumns.tsx"
import type { ContactFields } from "./ContactFields.ts"
import { archivedTitles, type ContactsProps, defaultColumns } from "./ContactSearch.ts"
import { CheckFields } from "../ui/forms/FormField.tsx"

/** The menu for the order and columns of contacts. */
export const ColumnsMenu = ({
  fields,
  onState,
  state
}: Pick<ContactsProps, "onState" | "state"> & { readonly fields: ContactFields }) => {
  const narrow = useNarrow()
  const { columns, sort } = state
  return (
    <Popover button={{ icon: "columns", children: "View" }} end label="View">
      {() => (
        <div class="contacts-layout">
          <h2>Order</h2>
          <div class="contacts-order">
            <Select
              aria-label="Order"
              choices={sortFields(fields).map(({ key, title }) => ({ value: key, title }))}
              value={sort.key}
              onValue={(key) => onState({ ...state, sort: { ...sort, key } })}
            />
            <Select
              aria-label="Direction"
              choices={choicesOf({ asc: "Ascending", desc: "Descending" })}
              value={sort.order}
              onValue={(order) => onState({ ...state, sort: { ...sort, order } })}
            />
          </div>
          <h2>Archived contacts</h2>
          <Select
            aria-label="Archived contacts"
            choices={choicesOf(archivedTitles)}
            value={state.archived}
            onValue={(archived) => onState({ ...state, archived })}
          />
          {!narrow && (
            <>
              <h2>Columns</h2>
              <div class="contacts-columns">
                <CheckFields
                  choices={columnFields(fields).map(({ key, title }) => ({ value: key, label: title }))}
                  chosen={columns}
                  onChosen={(columns) => onState({ ...state, columns })}
                />
              </div>
              <Button look="quiet" small onClick={() => onState({ ...state, columns: defaultColumns })}>
                Reset columns
              </Button>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}
