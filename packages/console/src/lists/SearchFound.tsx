import { call } from "../api/Client.ts"
import { useSearch } from "../api/Load.ts"
import { equals } from "../contacts/ContactSearch.ts"
import { conditions } from "../contacts/filters/FilterBody.ts"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { plural } from "../texts/Text.ts"

/** The chosen contacts: the ticked contacts, or all contacts that a search finds. */
export interface Wanted {
  readonly all: boolean
  readonly uuids: ReadonlySet<string>
  readonly search: ReturnType<typeof searchOf>
  /** The number of contacts that the search finds. */
  readonly total: number
}

const searchOf = (term: string) => conditions(term, [equals("archived", "false")])

export const noneFound: Wanted = { all: false, uuids: new Set(), search: searchOf(""), total: 0 }

/** Finds contacts by words. The first results can be ticked. Ticked contacts stay ticked when the words change. */
export const SearchFound = ({
  onWanted,
  wanted
}: {
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
}) => {
  const {
    latest: found,
    loading,
    refusal,
    setTyped,
    typed
  } = useSearch(async (term, signal) => {
    const search = searchOf(term)
    const { contacts, pagination } = await call("POST /v1/contacts/search", {
      query: { limit: 20 },
      body: search,
      signal
    })
    return { contacts, search, total: pagination.total }
  })
  const tick = (uuid: string, ticked: boolean) => {
    const uuids = new Set(wanted.uuids)
    if (ticked) uuids.add(uuid)
    else uuids.delete(uuid)
    onWanted({ ...wanted, all: false, uuids })
  }
  return (
    <>
      <TextField
        label="Name, number or e-mail"
        type="search"
        autoFocus
        maxLength={256}
        value={typed}
        onValue={(term) => {
          setTyped(term)
          if (wanted.all) onWanted({ ...wanted, all: false })
        }}
      />
      <ErrorBox refusal={refusal} />
      {found !== undefined && found.total > 0 && (
        <CheckField
          label={plural(found.total, "The # contact found", "All # contacts found")}
          value={wanted.all}
          disabled={loading}
          onValue={(all) => onWanted({ ...wanted, all, search: found.search, total: found.total })}
        />
      )}
      {found?.total === 0 && <Empty title="Nothing found" />}
      <div class="lists-found">
        {found?.contacts.map((contact) => (
          <CheckField
            key={contact.uuid}
            label={nameOf(contact)}
            hint={contact.phone_number ?? contact.email ?? ""}
            value={wanted.all || wanted.uuids.has(contact.uuid)}
            onValue={(ticked) => tick(contact.uuid, ticked)}
          />
        ))}
      </div>
    </>
  )
}
