import { call } from "../api/Client.ts"
import { unlessMissing, useLoad } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { type PageOf, pageOf, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { allTokens } from "../tokens/AllTokens.ts"
import { Button } from "../ui/Button.tsx"
import { Select, choicesOf } from "../ui/forms/Select.tsx"
import { Instant } from "../ui/Instant.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { scopeTitles } from "../contact/OptOutTexts.ts"
import { type OptOutsState, optOutsQuery, sourceTitles } from "./OptOutsState.ts"
import { shortOf } from "../texts/Text.ts"
import { ListPage } from "../ui/Listing.tsx"
import { useConfirm } from "../ui/overlays/Confirm.tsx"
import { changingOptOut } from "../contact/OptingOut.ts"

/** An opt-out, with its contact's name; null without a contact or a name. */
type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number] & { readonly name: string | null }

const byTitles = { message: "The person", channel: "The channel" } as const

/** The opted-out people, with scope, time and source. */
export const OptOutsView = () => {
  const [state, setState] = useUrlState(optOutsQuery)
  const [confirm, confirmation] = useConfirm()
  const optOuts = usePages<OptOut>((after, signal) => optOutPage(state, Number(after), signal), [state])
  // Without that scope, actors are shown by uuid.
  const tokens = useLoad(allTokens, []).value
  const actorName = (actor: string) => tokens?.find(({ actor_uuid }) => actor_uuid === actor)?.name ?? shortOf(actor)
  const isNarrowed = state.scope !== "any" || state.source !== "any"
  return (
    <ListPage
      title="Opt-outs"
      total={{ one: "# opt-out", other: "# opt-outs" }}
      actions={
        <>
          <Select
            aria-label="Scope"
            choices={[{ value: "any" as const, title: "Any scope" }, ...choicesOf(scopeTitles)]}
            value={state.scope}
            onValue={(scope) => setState({ ...state, scope })}
          />
          <Select
            aria-label="Source"
            choices={[{ value: "any" as const, title: "Any source" }, ...choicesOf(sourceTitles)]}
            value={state.source}
            onValue={(source) => setState({ ...state, source })}
          />
        </>
      }
      pages={optOuts}
      caption="Opt-outs"
      columns={columnsOf(actorName, (optOut) => {
        if (optOut.contact_uuid !== null)
          confirm({ ...changingOptOut("optIn", optOut.contact_uuid, personOf(optOut)), onDone: optOuts.reload })
      })}
      rowKey={({ address, contact_uuid, scope }) => `${contact_uuid ?? address} ${scope}`}
      none={isNarrowed ? "No opt-outs match" : "No opt-outs"}
      noneText={!isNarrowed && "People who opt out are listed here. Broadcasts leave them out."}
      dialogs={confirmation}
    />
  )
}

/** Returns the opted-out person, by name or address. */
const personOf = ({ address, contact_uuid, name }: OptOut): string =>
  name ?? address ?? (contact_uuid === null ? "Erased" : shortOf(contact_uuid))

const columnsOf = (
  actorName: (actor: string) => string,
  onAsk: (optOut: OptOut) => void
): ReadonlyArray<Column<OptOut>> => [
  {
    key: "person",
    title: "Person",
    cell: (optOut) =>
      optOut.contact_uuid === null ? (
        <span class="numbers">{personOf(optOut)}</span>
      ) : (
        <a href={pathTo(`contacts/${optOut.contact_uuid}`)}>{personOf(optOut)}</a>
      )
  },
  {
    key: "scope",
    title: "Scope",
    width: "11rem",
    cell: ({ scope }) => scopeTitles[scope]
  },
  {
    key: "source",
    title: "Source",
    width: "14rem",
    cell: ({ source }) => sourceTitles[source]
  },
  {
    key: "since",
    title: "Since",
    width: "13rem",
    cell: ({ opted_out_at }) => <Instant iso={opted_out_at} />
  },
  {
    key: "by",
    title: "By",
    width: "10rem",
    cell: ({ opted_out_by: by, source }) => {
      if (by !== null) return <span title={by}>{actorName(by)}</span>
      return source === "message" || source === "channel" ? byTitles[source] : <span class="quiet">–</span>
    }
  },
  {
    key: "optIn",
    title: "Opt in",
    unseen: true,
    align: "end",
    cell: (optOut) =>
      optOut.contact_uuid !== null && (
        <Button small aria-label={`Opt in ${personOf(optOut)}`} onClick={() => onAsk(optOut)}>
          Opt in
        </Button>
      )
  }
]

/** Loads a page of opt-outs, newest first, with the names of their contacts. */
const optOutPage = async (
  { scope, source }: OptOutsState,
  offset: number,
  signal: AbortSignal
): Promise<PageOf<OptOut>> => {
  const filter = { scope: scope === "any" ? null : scope, source: source === "any" ? null : source }
  const query = { limit: 20, offset, ...filter }
  const { opt_outs, pagination } = await call("GET /v1/opt-outs", { query, signal })
  const uuids = new Set(opt_outs.flatMap(({ contact_uuid: uuid }) => uuid ?? []))
  const names = new Map(
    await Promise.all([...uuids].map(async (uuid) => [uuid, await contactName(uuid, signal)] as const))
  )
  return pageOf(
    opt_outs.map((optOut) => ({ ...optOut, name: names.get(optOut.contact_uuid ?? "") ?? null })),
    pagination
  )
}

/** Returns the name of a contact; null if it was erased after the opt-outs were loaded. */
const contactName = async (contact_uuid: string, signal: AbortSignal): Promise<string | null> => {
  const contact = await unlessMissing(call("GET /v1/contacts/:contact_uuid", { params: { contact_uuid }, signal }))
  return contact === undefined ? null : nameOf(contact)
}
