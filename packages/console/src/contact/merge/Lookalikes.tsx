import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { pathTo } from "../../api/Place.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Page.tsx"
import type { Contact } from "../../contacts/ContactEntry.ts"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { lookalikesOf } from "./Merge.ts"
import { MergeDialog } from "./MergeDialog.tsx"
import type { ContactProps } from "../ContactState.ts"

/** Other contacts with the same address, which may be the same person. Renders nothing if there are none. */
export const Lookalikes = ({ contact, fields, onChanged }: ContactProps) => {
  const [other, setOther] = useState<Contact>()
  const body = lookalikesOf(contact)
  const { reload, value } = useLoad(
    async (signal) =>
      body === undefined
        ? []
        : (await call("POST /v1/contacts/search", { query: { limit: 10 }, body, signal })).contacts,
    [JSON.stringify(body)]
  )
  const others = (value ?? []).filter(({ archived, uuid }) => !archived && uuid !== contact.uuid)
  if (others.length === 0) return null
  return (
    <Card title="Possible duplicates">
      <ul class="contact-lists">
        {others.map((lookalike) => (
          <li key={lookalike.uuid} class="contact-list">
            <a class="cut" href={pathTo(`contacts/${lookalike.uuid}`)}>
              {nameOf(lookalike)}
            </a>
            <Button
              small
              aria-label={`Merge ${nameOf(lookalike)} into this contact`}
              onClick={() => setOther(lookalike)}
            >
              Merge
            </Button>
          </li>
        ))}
      </ul>
      {other && (
        <MergeDialog
          contact={contact}
          other={other}
          fields={fields}
          onClose={() => setOther(undefined)}
          onMerged={() => {
            reload()
            onChanged()
          }}
        />
      )}
    </Card>
  )
}
