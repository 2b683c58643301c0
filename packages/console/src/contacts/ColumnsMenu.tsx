import type { SetUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { Popover } from "../ui/overlays/Popover.tsx"
import { columnFields, sortFields } from "./ContactColumns.tsx"
import type { ContactFields } from "./ContactFields.ts"
import { archivedChoices, type ContactsState, defaultColumns } from "./ContactSearch.ts"

/** The order of the contacts, and the columns that are shown of them. */
export const ColumnsMenu = ({
  fields,
  onState,
  state
}: {
  readonly fields: ContactFields
  readonly state: ContactsState
  readonly onState: SetUrlState<ContactsState>
}) => {
  const narrow = useNarrow()
  const { columns, sort } = state
  const toggle = (key: string, shown: boolean) =>
    onState({ ...state, columns: shown ? [...columns, key] : columns.filter((other) => other !== key) })
  return (
    <Popover
      button={{ icon: "columns", children: text("contacts.layout.button") }}
      end
      label={text("contacts.layout.button")}
    >
      {() => (
        <div class="contacts-layout">
          <h2>{text("contacts.layout.order")}</h2>
          <div class="contacts-order">
            <Select
              aria-label={text("contacts.layout.order")}
              choices={sortFields(fields).map(({ key, title }) => ({ value: key, title }))}
              value={sort.key}
              onValue={(key) => onState({ ...state, sort: { ...sort, key } })}
            />
            <Select
              aria-label={text("contacts.layout.direction")}
              choices={[
                { value: "asc", title: text("contacts.layout.asc") },
                { value: "desc", title: text("contacts.layout.desc") }
              ]}
              value={sort.order}
              onValue={(order) => onState({ ...state, sort: { ...sort, order } })}
            />
          </div>
          <h2>{text("contacts.archival.label")}</h2>
          <Select
            aria-label={text("contacts.archival.label")}
            choices={archivedChoices.map((value) => ({ value, title: text(`contacts.archival.${value}`) }))}
            value={state.archived}
            onValue={(archived) => onState({ ...state, archived })}
          />
          {!narrow && (
            <>
              <h2>{text("contacts.layout.columns")}</h2>
              <div class="contacts-columns">
                {columnFields(fields).map(({ key, title }) => (
                  <CheckField
                    key={key}
                    label={title}
                    checked={columns.includes(key)}
                    onValue={(shown) => toggle(key, shown)}
                  />
                ))}
              </div>
              <Button look="quiet" small onClick={() => onState({ ...state, columns: defaultColumns })}>
                {text("contacts.layout.reset")}
              </Button>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}
