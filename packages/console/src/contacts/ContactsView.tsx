import "./contacts.css"
import type { ComponentChildren } from "preact"
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
import { type Chosen, countChosen, noneChosen } from "./bulk/Chosen.ts"
import { SelectionBar } from "./bulk/SelectionBar.tsx"
import { CreateContact } from "./form/ContactForm.tsx"
import { columnsOf } from "./ContactColumns.tsx"
import { dataTypeIn, isPredefined, useContactFields } from "./ContactFields.ts"
import { useContactPages } from "./ContactPages.ts"
import {
  conditionsOf,
  contactsQuery,
  initialState,
  isNarrowed,
  needsFields,
  searchOf,
  type ContactsProps
} from "./ContactSearch.ts"
import { countFilters } from "./filters/Filter.ts"
import { FilterBuilder } from "./filters/FilterBuilder.tsx"
import { Toolbar } from "./Toolbar.tsx"
import { plural } from "../texts/Text.ts"
import { Total } from "../ui/Listing.tsx"
import { choosing } from "./Choosing.tsx"

const archivedBadges = { all: "with archived ones", archived: "archived ones" } as const

/** The contacts of the workspace, with search, filters, order, and bulk actions. */
export const ContactsView = () => {
  const narrow = useNarrow()
  const [state, setState] = useUrlState(contactsQuery)
  const { fields, ready } = useContactFields()
  const dataTypeOf = useMemo(() => dataTypeIn(fields), [fields])
  const { body, places } = useMemo(() => searchOf(state, dataTypeOf), [state, dataTypeOf])
  const conditions = useMemo(() => conditionsOf(state, dataTypeOf), [state, dataTypeOf])
  const waits = !ready && needsFields(state, isPredefined)
  const pages = useContactPages(waits ? undefined : body)
  const { items: contacts = [], loading, refusal, reload, total } = pages
  const [building, setBuilding] = useState(!narrow && countFilters(state.filters) > 0)
  const [chosen, setChosen] = useState<Chosen>(noneChosen)
  const found = JSON.stringify(conditions)
  useEffect(() => setChosen(noneChosen), [found])
  const invalid = refusal !== undefined && refusal.status === 422
  return (
    <Page
      title="Contacts"
      fill
      actions={<CreateContact />}
      aside={
        <>
          <Total of={invalid ? undefined : total} one="# contact" other="# contacts" loading={loading} />
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
      {building && (
        <Filters total={invalid ? undefined : total} onClose={() => setBuilding(false)}>
          <FilterBuilder
            context={{ fields, refusal, places }}
            filters={state.filters}
            onFilters={(filters, how) => setState({ ...state, filters }, how)}
          />
        </Filters>
      )}
      <ErrorBox
        refusal={refusal}
        places={building ? [...places.values()] : []}
        {...(invalid ? {} : { onRetry: reload })}
      />
      {total === undefined && loading && <Skeleton lines={12} />}
      {total === 0 && !loading && !invalid && <NoContacts state={state} onState={setState} />}
      {contacts.length > 0 && (
        <VirtualRows
          identity={JSON.stringify(body)}
          caption="Contacts"
          columns={columnsOf(state.columns, fields, narrow)}
          rows={contacts}
          rowKey={({ uuid }) => uuid}
          rowHeight={narrow ? 56 : 38}
          total={total ?? contacts.length}
          onEnd={pages.more}
          sort={state.sort}
          onSort={(sort) => setState({ ...state, sort })}
          {...choosing(contacts, chosen, setChosen)}
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

/** The filters, above the table or, on narrow screens, in a dialog. */
const Filters = ({
  children,
  onClose,
  total
}: {
  readonly children: ComponentChildren
  readonly total: number | undefined
  readonly onClose: () => void
}) =>
  useNarrow() ? (
    <Dialog
      title="Filter"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {total === undefined ? "Close" : plural(total, "Show # contact", "Show # contacts")}
        </Button>
      }
    >
      {children}
    </Dialog>
  ) : (
    <>{children}</>
  )

const NoContacts = ({ onState, state }: Pick<ContactsProps, "onState" | "state">) =>
  isNarrowed(state) ? (
    <Empty
      title="No contacts match"
      actions={
        <Button onClick={() => onState({ ...initialState, columns: state.columns, sort: state.sort })}>
          Clear the search
        </Button>
      }
    >
      Change the search or the filters, or include archived contacts.
    </Empty>
  ) : (
    <Empty
      title="No contacts yet"
      actions={
        <LinkButton href={pathTo("import")} icon="import">
          Import contacts
        </LinkButton>
      }
    >
      Import a file or create your first contact.
    </Empty>
  )
