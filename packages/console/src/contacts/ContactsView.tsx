import "./contacts.css"
import { pathTo } from "../shell/Place.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Page } from "../ui/Page.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { type Contact, useContactPages } from "./ContactPages.ts"

/** The contacts of the workspace. */
export const ContactsView = () => {
  const { contacts, loading, more, refusal, reload, total } = useContactPages({})
  return (
    <Page
      title={text("contacts.title")}
      fill
      aside={
        <span class="quiet" aria-live="polite">
          {total !== undefined && text("contacts.found", { count: total })}
        </span>
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {total === undefined && loading && <Skeleton lines={12} />}
      {total === 0 && <Empty title={text("contacts.empty.title")}>{text("contacts.empty.text")}</Empty>}
      {contacts.length > 0 && (
        <VirtualRows
          caption={text("contacts.table")}
          columns={columns}
          rows={contacts}
          rowKey={({ uuid }) => uuid}
          total={total ?? 0}
          onEnd={more}
        />
      )}
    </Page>
  )
}

const columns: ReadonlyArray<Column<Contact>> = [
  {
    key: "name",
    title: text("contacts.columns.name"),
    width: "16rem",
    cell: (contact) => <a href={pathTo(`contacts/${contact.uuid}`)}>{nameOf(contact)}</a>
  },
  { key: "phone_number", title: text("contacts.columns.phone_number"), cell: ({ phone_number }) => phone_number },
  { key: "email", title: text("contacts.columns.email"), cell: ({ email }) => email },
  {
    key: "created_at",
    title: text("contacts.columns.created_at"),
    cell: ({ created_at }) => <Instant iso={created_at} />
  }
]

/** What a contact is called: by its name or, without one, by an address. */
const nameOf = ({ chatapp_id, email, external_contact_id, first_name, last_name, phone_number }: Contact): string =>
  [first_name, last_name].filter(Boolean).join(" ") ||
  (phone_number ?? email ?? chatapp_id ?? external_contact_id ?? text("contacts.unnamed"))
