import "./lists.css"
import { useLocation } from "preact-iso"
import { call } from "../api/Client.ts"
import { pagesOf, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Button } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { Select, choicesOf } from "../ui/forms/Select.tsx"
import { Instant } from "../ui/Instant.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import type { Column } from "../ui/table/Table.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { ListForm } from "./ListForm.tsx"
import { listsQuery, listTitles, readSortKey } from "./ListsState.ts"
import { type ContactList, titleOf } from "../sets/Sets.tsx"
import { ListPage } from "../ui/Listing.tsx"

const emptyTitles = { active: "No lists yet", archived: "No archived lists" } as const

const nameColumn: Column<ContactList> = {
  key: "name",
  title: "Name",
  sortable: true,
  cell: (list) => <a href={pathTo(`lists/${list.uuid}`)}>{titleOf(list)}</a>
}

const countColumn: Column<ContactList> = {
  key: "count",
  title: "Contacts",
  align: "end",
  width: "8rem",
  cell: ({ count }) => <Count value={count} />
}

const columns: ReadonlyArray<Column<ContactList>> = [
  nameColumn,
  countColumn,
  {
    key: "created_at",
    title: "Created",
    width: "13rem",
    sortable: true,
    cell: ({ created_at }) => <Instant iso={created_at} />
  },
  {
    key: "updated_at",
    title: "Changed",
    width: "13rem",
    cell: ({ updated_at }) => <Instant iso={updated_at} />
  }
]

export const ListsView = () => {
  const narrow = useNarrow()
  const { route } = useLocation()
  const [state, setState] = useUrlState(listsQuery)
  const { order, sort, status, term } = state
  const lists = usePages<ContactList>(
    pagesOf("contact_lists", ({ offset }, signal) => {
      const query = { limit: 100, offset, status, sort_field: sort, sort_order: order, search: term.trim() }
      return call("GET /v1/contact-lists", { query, signal })
    }),
    [status, term, sort, order],
    { delay: term === "" ? 0 : 140 }
  )
  return (
    <ListPage
      title="Lists"
      fill
      total={{ one: "# list", other: "# lists" }}
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ ...state, open: "new" })}>
          New list
        </Button>
      }
      tools={
        <div class="lists-tools" role="search">
          <TextField
            unseen
            label="Find by name"
            placeholder="Find by name"
            type="search"
            value={term}
            onValue={(term) => setState({ ...state, term }, "replace")}
          />
          <Select
            aria-label="Show"
            choices={choicesOf(listTitles)}
            value={status}
            onValue={(status) => setState({ ...state, status })}
          />
        </div>
      }
      pages={lists}
      none={term === "" ? emptyTitles[status] : "No lists match"}
      noneText={
        term === "" && status === "active" && "A list is a named set of contacts that you can send broadcasts to."
      }
      dialogs={
        state.open === "new" && (
          <ListForm
            onClose={() => setState({ ...state, open: null })}
            onDone={({ uuid }) => route(pathTo(`lists/${uuid}`))}
          />
        )
      }
    >
      {(rows) => (
        <VirtualRows
          caption="Lists"
          columns={narrow ? [nameColumn, countColumn] : columns}
          rows={rows}
          rowKey={({ uuid }) => uuid}
          total={lists.total ?? rows.length}
          onEnd={lists.more}
          sort={{ key: sort, order }}
          onSort={({ key, order }) => {
            const known = readSortKey(key)
            if (known !== undefined) setState({ ...state, sort: known, order })
          }}
        />
      )}
    </ListPage>
  )
}
