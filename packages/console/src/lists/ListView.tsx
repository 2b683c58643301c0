import "./lists.css"
import { useState } from "preact/hooks"
import { useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Badge } from "../ui/Badge.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Menu } from "../ui/overlays/Menu.tsx"
import { Page } from "../ui/Page.tsx"
import { AddDialog } from "./AddDialog.tsx"
import { ListForm } from "./ListForm.tsx"
import { listQuery } from "./ListsState.ts"
import { Members } from "./Members.tsx"
import { LoadedPage, Total } from "../ui/Listing.tsx"
import { titleOf } from "../sets/Sets.tsx"
import { useConfirm } from "../ui/overlays/Confirm.tsx"

/** A list and the contacts that are on it. */
export const ListView = () => {
  const { params } = useRoute()
  return <One key={params.contact_list_uuid} uuid={params.contact_list_uuid ?? ""} />
}

const One = ({ uuid }: { readonly uuid: string }) => {
  const [state, setState] = useUrlState(listQuery)
  const [confirm, confirmation] = useConfirm()
  const [round, setRound] = useState(0)
  const params = { contact_list_uuid: uuid }
  const loaded = useLoad((signal) => call("GET /v1/contact-lists/:contact_list_uuid", { params, signal }), [round])
  const changed = () => setRound((before) => before + 1)
  const close = () => setState({ ...state, open: null })
  const back = { href: pathTo("lists"), title: "Lists" }
  return (
    <LoadedPage title="List" back={back} loaded={loaded}>
      {(list, problem) => {
        const active = list.status === "active"
        const archive = () =>
          confirm({
            title: `Archive ${titleOf(list)}?`,
            verb: "Archive",
            danger: true,
            act: () => call("DELETE /v1/contact-lists/:contact_list_uuid", { params }),
            done: "The list is archived.",
            onDone: loaded.reload,
            children: "You can still view it, but not change it. You can restore it later."
          })
        const restore = () =>
          confirm({
            title: `Restore ${titleOf(list)}?`,
            verb: "Restore",
            act: () => call("POST /v1/contact-lists/:contact_list_uuid/unarchive", { params }),
            done: "The list is restored.",
            onDone: loaded.reload,
            children: "Its contacts are still on it."
          })
        return (
          <Page
            title={titleOf(list)}
            fill
            back={back}
            aside={
              <>
                <Total of={list.count} one="# contact" other="# contacts" />
                {!active && <Badge>Archived</Badge>}
              </>
            }
            actions={
              active ? (
                <>
                  <LinkButton look="primary" icon="compose" href={pathTo(`compose?list=${uuid}`)}>
                    Write to this list
                  </LinkButton>
                  <Button icon="plus" onClick={() => setState({ ...state, open: "add" })}>
                    Add contacts
                  </Button>
                  <Menu
                    button={{ icon: "more", "aria-label": "More", title: "More" }}
                    items={[
                      { title: "Rename", icon: "compose", run: () => setState({ ...state, open: "rename" }) },
                      { title: "Archive", icon: "archive", danger: true, run: archive }
                    ]}
                  />
                </>
              ) : (
                <Button onClick={restore}>Restore</Button>
              )
            }
          >
            {problem}
            <Members
              list={list}
              round={round}
              archived={state.archived}
              onArchived={(archived) => setState({ ...state, archived })}
              onChanged={changed}
            />
            {active && state.open === "add" && <AddDialog list={uuid} onClose={close} onChanged={changed} />}
            {active && state.open === "rename" && (
              <ListForm
                list={list}
                onClose={close}
                onDone={() => {
                  close()
                  changed()
                }}
              />
            )}
            {confirmation}
          </Page>
        )
      }}
    </LoadedPage>
  )
}
