import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { pagesOf, usePages } from "../api/Pages.ts"
import { columnsOf } from "../contacts/ContactColumns.tsx"
import { fieldsOf } from "../contacts/ContactFields.ts"
import { pathTo } from "../api/Place.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { toast } from "../ui/overlays/Toast.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { removeContacts } from "../contacts/bulk/Additions.ts"
import { type Chosen, noneChosen } from "../contacts/bulk/Chosen.ts"
import type { ContactList } from "../sets/Sets.tsx"
import { contactsOf } from "./ListsState.ts"
import { plural } from "../texts/Text.ts"
import { Listing } from "../ui/Listing.tsx"
import { choosing } from "../contacts/Choosing.tsx"

const shownFields = ["phone_number", "email", "last_engaged_at"]

/** The contacts on a list, last added first. They can be selected with Space or checkboxes, and removed. */
export const Members = ({
  archived,
  list,
  onArchived,
  onChanged,
  round
}: {
  readonly list: ContactList
  readonly archived: boolean
  readonly onArchived: (archived: boolean) => void
  /** Change the number to reload. */
  readonly round: number
  readonly onChanged: () => void
}) => {
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<Chosen>(noneChosen)
  const uuids = chosen.all ? [] : [...chosen.uuids]
  const members = usePages(
    pagesOf("contacts", ({ after }, signal) => {
      const query = { limit: 100, include_archived: archived, after }
      const params = { contact_list_uuid: list.uuid }
      return call("GET /v1/contact-lists/:contact_list_uuid/contacts", { params, query, signal })
    }),
    [archived, round]
  )
  const remove = useAction(async () => {
    await removeContacts(list.uuid, uuids)
    toast(plural(uuids.length, "# contact is removed from the list.", "# contacts are removed from the list."))
    setChosen(noneChosen)
    onChanged()
  })
  const active = list.status === "active"
  return (
    <>
      <div class="lists-tools">
        <CheckField label="Show archived contacts too" value={archived} onValue={onArchived} />
        {(members.items?.length ?? 0) > 0 && <a href={pathTo(contactsOf(list.uuid))}>Search and filter them</a>}
      </div>
      <ErrorBox refusal={remove.refusal} />
      <Listing
        pages={members}
        none="No contacts on this list"
        noneText={active && "Add contacts by a search or by their numbers."}
      >
        {(items) => (
          <VirtualRows
            caption="Contacts on the list"
            columns={columnsOf(shownFields, fieldsOf([]), narrow)}
            rows={items}
            rowKey={({ uuid }) => uuid}
            rowHeight={narrow ? 56 : 38}
            total={members.total ?? items.length}
            onEnd={members.more}
            {...(active ? choosing(items, chosen, setChosen) : {})}
          />
        )}
      </Listing>
      {uuids.length > 0 && (
        <div class="lists-bar" role="region" aria-label={plural(uuids.length, "# chosen", "# chosen")}>
          <span aria-live="polite">{plural(uuids.length, "# chosen", "# chosen")}</span>
          <Button busy={remove.busy} onClick={() => void remove.run()}>
            Remove from the list
          </Button>
          <Button look="quiet" onClick={() => setChosen(noneChosen)}>
            Choose none
          </Button>
        </div>
      )}
    </>
  )
}
