import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction, useLoad, useSearch } from "../../api/Load.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../../ui/answers/Skeleton.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"
import { Popover } from "../../ui/overlays/Popover.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { type ContactsProps, type ContactsState, conditionsOf, isNarrowed, stateOfSearch } from "../ContactSearch.ts"
import type { TypeOf } from "../filters/FilterBody.ts"
import { archiving, type Segment } from "./Segment.ts"
import { SegmentDialog } from "./SegmentDialog.tsx"

/** The menu of segments: saves the search as a segment, loads a segment, or changes the loaded segment. */
export const SegmentMenu = ({
  dataTypeOf,
  onLoaded,
  onState,
  state
}: ContactsProps & { readonly onLoaded: () => void }) => {
  const [open, setOpen] = useState<"save" | "rename">()
  const [confirm, confirmation] = useConfirm()
  const loaded = useLoad(
    async (signal) =>
      state.segment === null
        ? null
        : call("GET /v1/segments/:segment_uuid", { params: { segment_uuid: state.segment }, signal }),
    [state.segment]
  )
  const segment = state.segment === null ? undefined : (loaded.value ?? undefined)
  const search = conditionsOf(state, dataTypeOf)
  const changed =
    segment !== undefined && JSON.stringify(search) !== JSON.stringify(searchOfSegment(state, segment, dataTypeOf))
  const params = { segment_uuid: segment?.uuid ?? "" }
  const update = useAction(async () => {
    await call("PATCH /v1/segments/:segment_uuid", { params, body: { search } })
    toast("The segment is saved")
    loaded.reload()
  })
  const load = (next: Segment) => {
    onState({ ...state, ...stateOfSearch(next.search), segment: next.uuid })
    onLoaded()
  }
  return (
    <>
      <Popover
        button={{
          icon: "segments",
          children: <span class="cut contacts-segment">{segment?.name ?? "Segments"}</span>
        }}
        label="Segments"
      >
        {(close) => {
          const item = (title: string, run: () => void, disabled = false) => (
            <button
              type="button"
              class="menu-item"
              disabled={disabled}
              onClick={() => {
                close()
                run()
              }}
            >
              {title}
            </button>
          )
          return (
            <div class="segments-menu">
              {segment !== undefined && (
                <div class="menu segments-part">
                  {item(`Save the changes to ${segment.name}`, () => void update.run(), !changed)}
                  {item("Rename…", () => setOpen("rename"))}
                  {item("Archive", () =>
                    confirm({ ...archiving(segment), onDone: () => onState({ ...state, segment: null }) })
                  )}
                  {item("Close the segment", () => onState({ ...state, segment: null }))}
                </div>
              )}
              <div class="menu segments-part">
                {item("Save as a segment…", () => setOpen("save"), !isNarrowed(state))}
              </div>
              <Choose
                onChoose={(next) => {
                  close()
                  load(next)
                }}
              />
            </div>
          )
        }}
      </Popover>
      {changed && <Badge tone="warn">Changed</Badge>}
      <ErrorBox refusal={update.refusal ?? loaded.refusal} title="The segment couldn't be saved" />
      {open === "save" && (
        <SegmentDialog
          search={search}
          onClose={() => setOpen(undefined)}
          onSaved={({ uuid }) => onState({ ...state, segment: uuid })}
        />
      )}
      {open === "rename" && segment !== undefined && (
        <SegmentDialog segment={segment} onClose={() => setOpen(undefined)} onSaved={loaded.reload} />
      )}
      {confirmation}
    </>
  )
}

const searchOfSegment = (state: ContactsState, { search }: Segment, dataTypeOf: TypeOf) =>
  conditionsOf({ ...state, ...stateOfSearch(search) }, dataTypeOf)

/** A list of segments to choose from by name. */
const Choose = ({ onChoose }: { readonly onChoose: (segment: Segment) => void }) => {
  const {
    latest: value,
    refusal,
    setTyped,
    typed
  } = useSearch((search, signal) => call("GET /v1/segments", { query: { limit: 50, search }, signal }))
  if (refusal) return <ErrorBox refusal={refusal} />
  if (value === undefined) return <Skeleton lines={2} />
  return (
    <div class="segments-choose">
      {(value.pagination.total > 8 || typed !== "") && (
        <input
          class="input"
          type="search"
          aria-label="Find a segment"
          placeholder="Find a segment"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div class="menu">
        {value.segments.map((segment) => (
          <button key={segment.uuid} type="button" class="menu-item" onClick={() => onChoose(segment)}>
            <span class="cut">{segment.name}</span>
            {segment.broken !== null && <Badge tone="bad">Broken</Badge>}
          </button>
        ))}
      </div>
      {value.segments.length === 0 && (
        <p class="quiet segments-none">No segments yet. Filter contacts and save the filters as a segment.</p>
      )}
    </div>
  )
}
