import { useId, useState } from "preact/hooks"
import { useLoad } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button, IconButton } from "../../ui/Button.tsx"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { formatInstant } from "../../ui/Instant.tsx"
import type { AudiencePart } from "../draft/Draft.ts"
import { conditionsIn } from "../draft/Search.ts"
import type { BroadcastSummary } from "../../api/Follow.ts"
import { SearchDialog, type SearchPart } from "./SearchDialog.tsx"
import { plural } from "../../texts/Text.ts"
import { loadSet, type SetKind, SetPicker } from "../../sets/Sets.tsx"

const kindTitles = {
  list: "List",
  segment: "Segment",
  broadcast: "Received",
  contacts: "Contacts",
  search: "Search"
} as const

interface PartListProps {
  readonly title: string
  readonly hint: string
  readonly parts: ReadonlyArray<AudiencePart>
  /** The path of the parts in a request. */
  readonly place: string
  readonly refusal: Refusal | undefined
  /** Broadcasts that can be a part by their recipients. If absent, broadcasts can't be parts. */
  readonly broadcasts?: ReadonlyArray<BroadcastSummary>
  readonly fields: ContactFields
  readonly onParts: (parts: ReadonlyArray<AudiencePart>) => void
}

const everybody: SearchPart = { kind: "search", filters: "", term: "" }

/** The parts of an audience, each with its problems, and buttons to add parts. */
export const PartList = ({ broadcasts, fields, hint, onParts, parts, place, refusal, title }: PartListProps) => {
  const id = useId()
  const verb = broadcasts ? "Leave out" : "Add"
  /** The search that is being edited, and its index. */
  const [edited, setEdited] = useState<{ readonly part: SearchPart; readonly at: number }>()
  const add = (part: AudiencePart) => {
    const isThere = parts.some((other) => JSON.stringify(other) === JSON.stringify(part))
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
        {(["list", "segment"] as const).map((kind) => (
          <SetPicker key={kind} of={kind} label={`${verb} a ${kind}`} onChosen={(uuid) => add({ kind, uuid })} />
        ))}
        <Button icon="plus" onClick={() => setEdited({ part: everybody, at: parts.length })}>
          {`${verb} a search`}
        </Button>
        {broadcasts ? (
          <Combobox
            label="Exclude recipients of a broadcast"
            placeholder="Exclude recipients of a broadcast"
            options={broadcasts.map(({ name, scheduled_at, uuid }) => ({
              value: uuid,
              title: name,
              hint: formatInstant(scheduled_at)
            }))}
            value={undefined}
            onValue={(uuid) => add({ kind: "broadcast", uuid })}
          />
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
    case "segment":
      return <SetTitle kind={part.kind} uuid={part.uuid} />
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
  readonly kind: keyof typeof kindTitles
  readonly title: string | undefined
  readonly count?: number | undefined
}) => (
  <span class="compose-part-title">
    <Badge>{kindTitles[kind]}</Badge>
    <span class="cut">{title ?? "…"}</span>
    {count !== undefined && <span class="quiet numbers">{plural(count, "# contact", "# contacts")}</span>}
  </span>
)

/** The name of a list or a segment, and the number of contacts on a list. */
const SetTitle = ({ kind, uuid }: { readonly kind: SetKind; readonly uuid: string }) => {
  const { refusal, value } = useLoad((signal) => loadSet(kind, uuid, signal), [kind, uuid])
  return <Titled kind={kind} count={value?.count} title={refusal ? "Not found, or archived" : value?.title} />
}
