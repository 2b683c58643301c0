import "./contacts.css"
import { useEffect, useMemo, useState } from "preact/hooks"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { Page } from "../ui/Page.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { type Chosen, countChosen, isChosen, noneChosen, toggled } from "./bulk/Chosen.ts"
import { SelectionBar } from "./bulk/SelectionBar.tsx"
import { CreateContact } from "./form/CreateContact.tsx"
import { columnsOf, nameOf } from "./ContactColumns.tsx"
import { dataTypeIn, isPredefined, useContactFields } from "./ContactFields.ts"
import { useContactPages } from "./ContactPages.ts"
import { conditionsOf, contactsQuery, initialState, isNarrowed, needsFields, searchOf } from "./ContactSearch.ts"
import { countFilters } from "./filters/Filter.ts"
import { FilterBuilder } from "./filters/FilterBuilder.tsx"
import { Toolbar } from "./Toolbar.tsx"
import { plural } from "../texts/Text.ts"

const archivedBadges = { all: "with archived ones", archived: "archived ones" } as const

/** The contacts of the workspace: found, filtered, ordered, and chosen for what is done to many. */
export const ContactsView = () => {
  const narrow = useNarrow()
  const [state, setState] = useUrlState(contactsQuery)
  const { fields, ready } = useContactFields()
  const dataTypeOf = useMemo(() => dataTypeIn(fields), [fields])
  const { body, places } = useMemo(() => searchOf(state, dataTypeOf), [state, dataTypeOf])
  const conditions = useMemo(() => conditionsOf(state, dataTypeOf), [state, dataTypeOf])
  const waits = !ready && needsFields(state, isPredefined)
  const { contacts, loading, more, refusal, reload, total } = useContactPages(waits ? undefined : body)
  const [building, setBuilding] = useState(!narrow && countFilters(state.filters) > 0)
  const [chosen, setChosen] = useState<Chosen>(noneChosen)
  const found = JSON.stringify(conditions)
  useEffect(() => setChosen(noneChosen), [found])

  const columns = columnsOf(state.columns, fields, narrow)
  const invalid = refusal !== undefined && refusal.status === 422
  const builder = (
    <FilterBuilder
      context={{ fields, refusal, places }}
      filters={state.filters}
      onFilters={(filters, how) => setState({ ...state, filters }, how)}
    />
  )
  return (
    <Page
      title="Contacts"
      fill
      actions={<CreateContact />}
      aside={
        <>
          <span class="quiet numbers" aria-live="polite" data-loading={loading ? "" : undefined}>
            {total !== undefined && !invalid && plural(total, "# contact", "# contacts")}
          </span>
          {state.archived !== "active" && <Badge>{archivedBadges[state.archived]}</Badge>}
        </>
      }
    >
      <Toolbar
        state={state}
        onState={setState}
        fields={fields}
        dataTypeOf={dataTypeOf}
        building={building}
        onBuilding={setBuilding}
      />
      {building && !narrow && builder}
      {building && narrow && (
        <Dialog
          title="Filter"
          onClose={() => setBuilding(false)}
          actions={
            <Button look="primary" onClick={() => setBuilding(false)}>
              {total === undefined || invalid ? "Close" : plural(total, "Show # contact", "Show # contacts")}
            </Button>
          }
        >
          {builder}
        </Dialog>
      )}
      <ErrorBox
        refusal={refusal}
        places={building ? [...places.values()] : []}
        {...(invalid ? {} : { onRetry: reload })}
      />
      {total === undefined && loading && <Skeleton lines={12} />}
      {total === 0 && !loading && !invalid && (
        <Empty
          title={isNarrowed(state) ? "No contact fits" : "No contacts yet"}
          actions={
            isNarrowed(state) ? (
              <Button onClick={() => setState({ ...initialState, columns: state.columns, sort: state.sort })}>
                Clear the search
              </Button>
            ) : (
              <LinkButton href={pathTo("import")} icon="import">
                Import contacts
              </LinkButton>
            )
          }
        >
          {isNarrowed(state)
            ? "Change the words or the filters, or show archived contacts too."
            : "Import a file, or create the first contact."}
        </Empty>
      )}
      {contacts.length > 0 && (
        <VirtualRows
          identity={JSON.stringify(body)}
          caption="Contacts"
          columns={columns}
          rows={contacts}
          rowKey={({ uuid }) => uuid}
          rowHeight={narrow ? 56 : 38}
          total={total ?? contacts.length}
          onEnd={more}
          sort={state.sort}
          onSort={(sort) => setState({ ...state, sort })}
          isSelected={({ uuid }) => isChosen(chosen, uuid)}
          onSpace={({ uuid }) => setChosen(toggled(chosen, uuid))}
          lead={{
            heading: (
              <input
                type="checkbox"
                aria-label="Choose all contacts that are loaded"
                checked={contacts.every(({ uuid }) => isChosen(chosen, uuid))}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? { all: false, uuids: new Set(contacts.map(({ uuid }) => uuid)) }
                      : noneChosen
                  )
                }
              />
            ),
            cell: (contact) => (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={`Choose ${nameOf(contact)}`}
                checked={isChosen(chosen, contact.uuid)}
                onChange={() => setChosen(toggled(chosen, contact.uuid))}
              />
            )
          }}
        />
      )}
      {countChosen(chosen, total ?? 0) > 0 && (
        <SelectionBar
          chosen={chosen}
          onChosen={setChosen}
          total={total ?? 0}
          conditions={conditions}
          archived={state.archived}
          onChanged={reload}
        />
      )}
    </Page>
  )
}
