import { useId, useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button, IconButton } from "../../ui/Button.tsx"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { formatInstant } from "../../ui/Instant.tsx"
import type { AudiencePart } from "../draft/Draft.ts"
import { conditionsIn } from "../draft/Search.ts"
import type { BroadcastSummary } from "../draft/Again.ts"
import { SearchDialog, type SearchPart } from "./SearchDialog.tsx"
import { plural } from "../../texts/Text.ts"

const kindTitles = {
  list: "List",
  segment: "Segment",
  broadcast: "Got",
  contacts: "Contacts",
  search: "Search"
} as const

interface PartListProps {
  readonly title: string
  readonly hint: string
  readonly parts: ReadonlyArray<AudiencePart>
  /** Where the parts stand in a request. */
  readonly place: string
  readonly refusal: Refusal | undefined
  /** Broadcasts whose recipients can be a part; absent where none can. */
  readonly broadcasts?: ReadonlyArray<BroadcastSummary>
  readonly fields: ContactFields
  readonly onParts: (parts: ReadonlyArray<AudiencePart>) => void
}

const everybody: SearchPart = { kind: "search", filters: "", term: "" }

/** Parts of an audience, each with what is wrong with it, and what adds others. */
export const PartList = ({ broadcasts, fields, hint, onParts, parts, place, refusal, title }: PartListProps) => {
  const id = useId()
  /** The search that is being edited, and its index. */
  const [edited, setEdited] = useState<{ readonly part: SearchPart; readonly at: number }>()
  const add = (part: AudiencePart) => {
    const isThere = parts.some((one) => JSON.stringify(one) === JSON.stringify(part))
    if (!isThere) onParts([...parts, part])
  }
  const isFaulty = refusal?.faults.some((fault) => fault.place === place)
  return (
    <section class="compose-parts" aria-labelledby={id}>
      <h3 id={id} class="field-label">
        {title}
      </h3>
      <p class="field-hint">{hint}</p>
      {parts.length > 0 && (
        <ul class="compose-part-list">
          {parts.map((part, at) => {
            const error = refusal?.at(`${place}[${at}]`)
            return (
              <li key={`${at} ${JSON.stringify(part)}`} class="compose-part">
                <PartTitle part={part} broadcasts={broadcasts ?? []} />
                {part.kind === "search" && (
                  <IconButton small icon="compose" label="Change the search" onClick={() => setEdited({ part, at })} />
                )}
                <IconButton
                  small
                  icon="close"
                  label="Remove"
                  onClick={() => onParts(parts.filter((_, index) => index !== at))}
                />
                {error !== undefined && <p class="field-error">{error}</p>}
              </li>
            )
          })}
        </ul>
      )}
      {isFaulty && <p class="field-error">{refusal?.at(place)}</p>}
      <div class="compose-add">
        <AddList label={broadcasts ? "Leave out a list" : "Add a list"} onAdd={add} />
        <AddSegment label={broadcasts ? "Leave out a segment" : "Add a segment"} onAdd={add} />
        <Button icon="plus" onClick={() => setEdited({ part: everybody, at: parts.length })}>
          {broadcasts ? "Leave out a search" : "A search"}
        </Button>
        {broadcasts ? (
          <AddBroadcast broadcasts={broadcasts} onAdd={add} />
        ) : (
          <Button icon="plus" onClick={() => add(everybody)}>
            All contacts
          </Button>
        )}
      </div>
      {edited && (
        <SearchDialog
          part={edited.part}
          fields={fields}
          onPart={(part) => onParts([...parts.slice(0, edited.at), part, ...parts.slice(edited.at + 1)])}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const PartTitle = ({
  broadcasts,
  part
}: {
  readonly part: AudiencePart
  readonly broadcasts: ReadonlyArray<BroadcastSummary>
}) => {
  switch (part.kind) {
    case "list":
      return <ListTitle uuid={part.uuid} />
    case "segment":
      return <SegmentTitle uuid={part.uuid} />
    case "broadcast":
      return <Titled kind="broadcast" title={broadcasts.find(({ uuid }) => uuid === part.uuid)?.name ?? part.uuid} />
    case "contacts":
      return <Titled kind="contacts" title={plural(part.uuids.length, "# chosen contact", "# chosen contacts")} />
    case "search":
      return part.filters === "" && part.term === "" ? (
        <Titled kind="contacts" title="All contacts" />
      ) : (
        <Titled kind="search" title={searchTitle(part)} />
      )
  }
}

const searchTitle = ({ filters, term }: SearchPart): string => {
  const conditions = plural(conditionsIn(filters), "# condition", "# conditions")
  if (filters === "") return term
  return term === "" ? conditions : `${term} · ${conditions}`
}

const Titled = ({
  count,
  kind,
  title
}: {
  readonly kind: "list" | "segment" | "broadcast" | "contacts" | "search"
  readonly title: string | undefined
  readonly count?: number
}) => (
  <span class="compose-part-title">
    <Badge>{kindTitles[kind]}</Badge>
    <span class="cut">{title ?? "…"}</span>
    {count !== undefined && <span class="quiet numbers">{plural(count, "# contact", "# contacts")}</span>}
  </span>
)

const ListTitle = ({ uuid }: { readonly uuid: string }) => {
  const { refusal, value } = useLoad(
    (signal) => call("GET /v1/contact-lists/:contact_list_uuid", { params: { contact_list_uuid: uuid }, signal }),
    [uuid]
  )
  const name = value === undefined ? undefined : `${value.emoji ?? ""} ${value.name}`.trim()
  return (
    <Titled
      kind="list"
      title={refusal ? "Not found, or archived" : name}
      {...(value === undefined ? {} : { count: value.count })}
    />
  )
}

const SegmentTitle = ({ uuid }: { readonly uuid: string }) => {
  const { refusal, value } = useLoad(
    (signal) => call("GET /v1/segments/:segment_uuid", { params: { segment_uuid: uuid }, signal }),
    [uuid]
  )
  return <Titled kind="segment" title={refusal ? "Not found, or archived" : value?.name} />
}

interface AddProps {
  readonly label: string
  readonly onAdd: (part: AudiencePart) => void
}

const AddList = ({ label, onAdd }: AddProps) => {
  const [typed, setTyped] = useState("")
  const { loading, value } = useLoad(
    (signal) =>
      call("GET /v1/contact-lists", { query: { limit: 50, ...(typed === "" ? {} : { search: typed }) }, signal }),
    [typed],
    { delay: typed === "" ? 0 : 200 }
  )
  return (
    <Combobox
      label={label}
      placeholder={label}
      options={(value?.contact_lists ?? []).map(({ count, emoji, name, uuid }) => ({
        value: uuid,
        title: `${emoji ?? ""} ${name}`.trim(),
        hint: plural(count, "# contact", "# contacts")
      }))}
      value={undefined}
      loading={loading}
      onSearch={setTyped}
      onValue={(uuid) => onAdd({ kind: "list", uuid })}
    />
  )
}

const AddSegment = ({ label, onAdd }: AddProps) => {
  const [typed, setTyped] = useState("")
  const { loading, value } = useLoad(
    (signal) => call("GET /v1/segments", { query: { limit: 50, ...(typed === "" ? {} : { search: typed }) }, signal }),
    [typed],
    { delay: typed === "" ? 0 : 200 }
  )
  return (
    <Combobox
      label={label}
      placeholder={label}
      options={(value?.segments ?? []).map(({ broken, name, uuid }) => ({
        value: uuid,
        title: name,
        ...(broken === null ? {} : { hint: "broken" })
      }))}
      value={undefined}
      loading={loading}
      onSearch={setTyped}
      onValue={(uuid) => onAdd({ kind: "segment", uuid })}
    />
  )
}

const AddBroadcast = ({
  broadcasts,
  onAdd
}: Pick<AddProps, "onAdd"> & { readonly broadcasts: ReadonlyArray<BroadcastSummary> }) => (
  <Combobox
    label="Leave out who got a broadcast"
    placeholder="Leave out who got a broadcast"
    options={broadcasts.map(({ name, scheduled_at, uuid }) => ({
      value: uuid,
      title: name,
      hint: formatInstant(scheduled_at)
    }))}
    value={undefined}
    onValue={(uuid) => onAdd({ kind: "broadcast", uuid })}
  />
)
