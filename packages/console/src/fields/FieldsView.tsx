import "./fields.css"
import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Badge } from "../ui/Badge.tsx"
import { Button, IconButton } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import { Instant } from "../ui/Instant.tsx"
import { activeTabs } from "../ui/Tabs.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { allCustomFields, dataTypeIn, fieldsOf } from "../contacts/ContactFields.ts"
import { FieldForm } from "./FieldForm.tsx"
import { fieldsQuery } from "./FieldsState.ts"
import { fieldTypeTitles } from "./FieldDraft.ts"
import { plural } from "../texts/Text.ts"
import { ListPage } from "../ui/Listing.tsx"
import { Confirm, useConfirm } from "../ui/overlays/Confirm.tsx"
import { own } from "../reading/Own.ts"

/** The fields that the workspace adds to its contacts. */
export const FieldsView = () => {
  const [{ open, status }, setState] = useUrlState(fieldsQuery)
  const fields = useLoad((signal) => allCustomFields(signal, status), [status])
  const active = status === "active"
  const [archived, setArchived] = useState<CustomField>()
  const [confirm, confirmation] = useConfirm()
  const [counts, stopCounting] = useCounts(active ? fields.value : undefined)
  const edited = !active ? undefined : fields.value?.find(({ uuid }) => uuid === open)
  const close = () => setState({ open: null, status })
  const restore = ({ name, uuid }: CustomField) =>
    confirm({
      title: `Restore ${name}?`,
      verb: "Restore",
      act: () => call("POST /v1/custom-fields/:custom_field_uuid/unarchive", { params: { custom_field_uuid: uuid } }),
      done: `${name} is restored.`,
      onDone: fields.reload,
      children: "Contacts have their values of the field again."
    })
  return (
    <ListPage
      title="Custom fields"
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ open: "new", status: "active" })}>
          New field
        </Button>
      }
      tabs={{
        label: "Show",
        tabs: activeTabs,
        current: status,
        onSelect: (status) => setState({ open: null, status })
      }}
      pages={{ ...fields, items: fields.value }}
      caption="Custom fields"
      columns={columnsOf(active, counts, active ? setArchived : restore)}
      none={active ? "No custom fields yet" : "No archived fields"}
      noneText={active && "Add what you want to know about contacts, such as a plan, a birthday or a shop."}
      dialogs={
        <>
          {(open === "new" || edited !== undefined) && (
            <FieldForm
              field={edited}
              onClose={close}
              onDone={() => {
                close()
                fields.reload()
              }}
            />
          )}
          {archived && (
            <Confirm
              title={`Archive ${archived.name}?`}
              verb="Archive"
              danger
              act={() => {
                // The server refuses to count the values of an archived field.
                stopCounting()
                const params = { custom_field_uuid: archived.uuid }
                return call("DELETE /v1/custom-fields/:custom_field_uuid", { params })
              }}
              done={`${archived.name} is archived.`}
              onDone={fields.reload}
              onClose={() => setArchived(undefined)}
            >
              <ValueCount count={own(counts, archived.field_key)} />
              <p>
                The field and its values are hidden everywhere, and its key can't be reused. You can restore the field
                later.
              </p>
            </Confirm>
          )}
          {confirmation}
        </>
      }
    />
  )
}

/** The number of contacts with a value of a field, once it is counted. */
const ValueCount = ({ count }: { readonly count: number | undefined }) =>
  count === undefined ? null : (
    <p>{plural(count, "# contact has a value for it.", "# contacts have a value for it.")}</p>
  )

type Counts = { readonly [key: string]: number }

const columnsOf = (
  active: boolean,
  counts: Counts,
  onMove: (field: CustomField) => void
): ReadonlyArray<Column<CustomField>> => [
  {
    key: "name",
    title: "Name",
    cell: ({ name, uuid }) => (active ? <a href={pathTo(`fields?open=${uuid}`)}>{name}</a> : name)
  },
  { key: "key", title: "Key", cell: ({ field_key }) => <code>{field_key}</code> },
  {
    key: "type",
    title: "Kind",
    cell: ({ editable, field_type, select_options, sensitive }) => (
      <span class="fields-type">
        {fieldTypeTitles[field_type]}
        {select_options && (
          <span class="quiet">
            {plural(select_options.filter(({ archived }) => !archived).length, "# option", "# options")}
          </span>
        )}
        {sensitive && <Badge tone="warn">Sensitive</Badge>}
        {!editable && <Badge>Fixed after creation</Badge>}
      </span>
    )
  },
  {
    key: "values",
    title: active ? "Contacts with a value" : "Archived",
    ...(active && { align: "end" }),
    cell: ({ archived_at, field_key, updated_at }) =>
      active ? <Count value={own(counts, field_key)} /> : <Instant iso={archived_at ?? updated_at} />
  },
  {
    key: "actions",
    title: "Actions",
    unseen: true,
    align: "end",
    cell: (field) =>
      active ? (
        <IconButton small icon="archive" label={`Archive ${field.name}`} onClick={() => onMove(field)} />
      ) : (
        <Button small aria-label={`Restore ${field.name}`} onClick={() => onMove(field)}>
          Restore
        </Button>
      )
  }
]

/** Counts the contacts with a value of each field, one field at a time because a count can be slow. */
const useCounts = (fields: ReadonlyArray<CustomField> = noFields): readonly [Counts, stop: () => void] => {
  const [counts, setCounts] = useState<Counts>({})
  const counting = useRef<AbortController>(null)
  const stop = () => counting.current?.abort()
  useEffect(() => {
    const controller = new AbortController()
    counting.current = controller
    const { signal } = controller
    const dataTypeOf = dataTypeIn(fieldsOf(fields))
    const count = async (): Promise<void> => {
      for (const { field_key } of fields) {
        const item = { field: field_key, operator: "exists" as const, data_type: dataTypeOf(field_key) ?? null }
        const request = { query: { limit: 1 }, body: { advanced_search: [item] }, signal }
        const { pagination } = await call("POST /v1/contacts/search", request)
        if (!signal.aborted) setCounts((before) => ({ ...before, [field_key]: pagination.total }))
      }
    }
    // A failed count stays unknown, and the fields are shown without it.
    count().catch(() => undefined)
    return stop
  }, [fields])
  return [counts, stop]
}

const noFields: ReadonlyArray<CustomField> = []
