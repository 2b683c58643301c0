import "./lists.css"
import { useLocation } from "preact-iso"
import { call } from "../api/Client.ts"
import { nextOffset, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { Instant } from "../ui/Instant.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { Page } from "../ui/Page.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { ListForm } from "./ListForm.tsx"
import { type ContactList, titleOf } from "./ListPicker.tsx"
import { listsQuery, listStatuses, readSortKey } from "./ListsState.ts"

const nameColumn: Column<ContactList> = {
  key: "name",
  title: text("lists.name"),
  sortable: true,
  cell: (list) => <a href={pathTo(`lists/${list.uuid}`)}>{titleOf(list)}</a>
}

const countColumn: Column<ContactList> = {
  key: "count",
  title: text("contacts.title"),
  align: "end",
  width: "8rem",
  cell: ({ count }) => <Count value={count} />
}

const columns: ReadonlyArray<Column<ContactList>> = [
  nameColumn,
  countColumn,
  {
    key: "created_at",
    title: text("lists.created"),
    width: "13rem",
    sortable: true,
    cell: ({ created_at }) => <Instant iso={created_at} />
  },
  {
    key: "updated_at",
    title: text("lists.updated"),
    width: "13rem",
    cell: ({ updated_at }) => <Instant iso={updated_at} />
  }
]

/** The lists of the workspace. */
export const ListsView = () => {
  const narrow = useNarrow()
  const { route } = useLocation()
  const [state, setState] = useUrlState(listsQuery)
  const { sort, status, term } = state
  const { items, more, refusal, reload, total } = usePages<ContactList>(
    async (after, signal) => {
      const search = term.trim() === "" ? {} : { search: term.trim() }
      const order = { sort_field: sort.key, sort_order: sort.order }
      const query = { limit: 100, offset: Number(after), status, ...order, ...search }
      const { contact_lists, pagination } = await call("GET /v1/contact-lists", { query, signal })
      return { items: contact_lists, next: nextOffset(contact_lists, pagination), total: pagination.total }
    },
    [status, term, sort.key, sort.order],
    { delay: term === "" ? 0 : 140 }
  )
  const close = () => setState({ ...state, opens: false })
  return (
    <Page
      title={text("lists.title")}
      fill
      aside={
        <span class="quiet numbers" aria-live="polite">
          {total !== undefined && text("lists.count", { count: total })}
        </span>
      }
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ ...state, opens: true })}>
          {text("lists.new")}
        </Button>
      }
    >
      <div class="lists-tools" role="search">
        <TextField
          unseen
          label={text("lists.search")}
          placeholder={text("lists.search")}
          type="search"
          value={term}
          onValue={(term) => setState({ ...state, term }, "replace")}
        />
        <Select
          aria-label={text("lists.status")}
          choices={listStatuses.map((value) => ({ value, title: text(`lists.statuses.${value}`) }))}
          value={status}
          onValue={(status) => setState({ ...state, status })}
        />
      </div>
      <ErrorBox refusal={refusal} onRetry={reload} />
      {items === undefined && refusal === undefined && <Skeleton lines={8} />}
      {items?.length === 0 && (
        <Empty title={text(term === "" ? `lists.empty.${status}` : "lists.none")}>
          {term === "" && status === "active" && text("lists.emptyText")}
        </Empty>
      )}
      {items !== undefined && items.length > 0 && (
        <VirtualRows
          caption={text("lists.title")}
          columns={narrow ? [nameColumn, countColumn] : columns}
          rows={items}
          rowKey={({ uuid }) => uuid}
          total={total ?? items.length}
          onEnd={more}
          sort={sort}
          onSort={({ key, order }) => {
            const known = readSortKey(key)
            if (known !== undefined) setState({ ...state, sort: { key: known, order } })
          }}
        />
      )}
      {state.opens && (
        <Dialog title={text("lists.new")} onClose={close}>
          <ListForm onCancel={close} onDone={({ uuid }) => route(pathTo(`lists/${uuid}`))} />
        </Dialog>
      )}
    </Page>
  )
}
