import "./fields.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction, useLoad } from "../api/Load.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button, IconButton } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Page } from "../ui/Page.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { allCustomFields, dataTypeIn, fieldsOf } from "../contacts/ContactFields.ts"
import { FieldForm } from "./FieldForm.tsx"
import { fieldsQuery } from "./FieldsState.ts"

/** The fields that the workspace adds to its contacts. */
export const FieldsView = () => {
  const [{ open, status }, setState] = useUrlState(fieldsQuery)
  const { refusal, reload, value } = useLoad((signal) => allCustomFields(signal, status), [status])
  const active = status === "active"
  const [archives, setArchives] = useState<CustomField>()
  const counts = useCounts(active ? value : undefined)
  const edited = !active ? undefined : value?.find(({ uuid }) => uuid === open)
  const close = () => setState({ open: null, status })
  const done = () => {
    close()
    reload()
  }
  return (
    <Page
      title={text("fields.title")}
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ open: "new", status: "active" })}>
          {text("fields.new")}
        </Button>
      }
    >
      <Tabs
        label={text("fields.status")}
        tabs={[
          { name: "active", title: text("segments.active") },
          { name: "archived", title: text("segments.archived") }
        ]}
        current={status}
        onSelect={(status) => setState({ open: null, status })}
      >
        <ErrorBox refusal={refusal} onRetry={reload} />
        {value === undefined && refusal === undefined && <Skeleton lines={6} />}
        {value?.length === 0 && active && <Empty title={text("fields.empty")}>{text("fields.emptyText")}</Empty>}
        {value?.length === 0 && !active && <Empty title={text("fields.emptyArchived")} />}
        {value !== undefined && value.length > 0 && (
          <Table
            caption={text("fields.title")}
            columns={columnsOf(active, counts, setArchives)}
            rows={value}
            rowKey={({ uuid }) => uuid}
          />
        )}
      </Tabs>
      {(open === "new" || edited !== undefined) && (
        <Dialog title={edited === undefined ? text("fields.new") : edited.name} onClose={close}>
          <FieldForm {...(edited === undefined ? {} : { field: edited })} onCancel={close} onDone={done} />
        </Dialog>
      )}
      {archives && (
        <Archive
          field={archives}
          count={counts[archives.field_key]}
          onClose={() => setArchives(undefined)}
          onDone={reload}
        />
      )}
    </Page>
  )
}

type Counts = { readonly [key: string]: number }

const columnsOf = (
  active: boolean,
  counts: Counts,
  onArchive: (field: CustomField) => void
): ReadonlyArray<Column<CustomField>> => [
  {
    key: "name",
    title: text("fields.name"),
    cell: ({ name, uuid }) => (active ? <a href={pathTo(`fields?open=${uuid}`)}>{name}</a> : name)
  },
  { key: "key", title: text("fields.key"), cell: ({ field_key }) => <code>{field_key}</code> },
  {
    key: "type",
    title: text("fields.type"),
    cell: ({ editable, field_type, select_options, sensitive }) => (
      <span class="fields-type">
        {text(`fields.types.${field_type}`)}
        {select_options && (
          <span class="quiet">
            {text("fields.options.count", { count: select_options.filter(({ archived }) => !archived).length })}
          </span>
        )}
        {sensitive && <Badge tone="warn">{text("fields.sensitive")}</Badge>}
        {!editable && <Badge>{text("fields.fixed")}</Badge>}
      </span>
    )
  },
  ...(active ? activeColumns(counts, onArchive) : archivedColumns)
]

const archivedColumns: ReadonlyArray<Column<CustomField>> = [
  {
    key: "archived",
    title: text("fields.archived"),
    cell: ({ archived_at, updated_at }) => <Instant iso={archived_at ?? updated_at} />
  }
]

const activeColumns = (counts: Counts, onArchive: (field: CustomField) => void): ReadonlyArray<Column<CustomField>> => [
  {
    key: "values",
    title: text("fields.values"),
    align: "end",
    cell: ({ field_key }) => <Count value={counts[field_key]} />
  },
  {
    key: "actions",
    title: text("fields.actions"),
    unseen: true,
    align: "end",
    cell: (field) => (
      <IconButton
        small
        icon="archive"
        label={text("fields.archive.one", { name: field.name })}
        onClick={() => onArchive(field)}
      />
    )
  }
]

/** How many contacts have a value of each field. They are counted one after the other: a count may take the server a while. */
const useCounts = (fields: ReadonlyArray<CustomField> = noFields): Counts => {
  const [counts, setCounts] = useState<Counts>({})
  useEffect(() => {
    const controller = new AbortController()
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
    // What cannot be counted stays unknown: the fields themselves are shown all the same.
    count().catch(() => undefined)
    return () => controller.abort()
  }, [fields])
  return counts
}

const noFields: ReadonlyArray<CustomField> = []

const Archive = ({
  count,
  field,
  onClose,
  onDone
}: {
  readonly field: CustomField
  readonly count: number | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const action = useAction(async () => {
    await call("DELETE /v1/custom-fields/:custom_field_uuid", { params: { custom_field_uuid: field.uuid } })
    toast(text("fields.archive.done", { name: field.name }))
    onDone()
  })
  return (
    <Confirm
      title={text("fields.archive.title", { name: field.name })}
      verb={text("fields.archive.button")}
      danger
      action={action}
      onClose={onClose}
    >
      {count !== undefined && <p>{text("fields.archive.count", { count })}</p>}
      <p>{text("fields.archive.text")}</p>
    </Confirm>
  )
}
