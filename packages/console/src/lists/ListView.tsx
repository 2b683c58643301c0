import "./lists.css"
import { useState } from "preact/hooks"
import { useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { Menu } from "../ui/overlays/Menu.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Page } from "../ui/Page.tsx"
import { AddDialog } from "./AddDialog.tsx"
import { ListForm } from "./ListForm.tsx"
import { titleOf } from "./ListPicker.tsx"
import { listQuery } from "./ListsState.ts"
import { Members } from "./Members.tsx"
import { plural } from "../texts/Text.ts"

/** A list and the contacts that are on it. */
export const ListView = () => {
  const { params } = useRoute()
  return <One key={params.contact_list_uuid} uuid={params.contact_list_uuid ?? ""} />
}

const One = ({ uuid }: { readonly uuid: string }) => {
  const [state, setState] = useUrlState(listQuery)
  const [archives, setArchives] = useState(false)
  const [round, setRound] = useState(0)
  const params = { contact_list_uuid: uuid }
  const { loading, refusal, reload, value } = useLoad(
    (signal) => call("GET /v1/contact-lists/:contact_list_uuid", { params, signal }),
    [round]
  )
  const changed = () => setRound((before) => before + 1)
  const close = () => setState({ ...state, open: null })
  const back = { href: pathTo("lists"), title: "Lists" }
  if (value === undefined) {
    return (
      <Page title="List" back={back}>
        <ErrorBox refusal={refusal} onRetry={reload} />
        {loading && <Skeleton lines={8} />}
      </Page>
    )
  }
  const active = value.status === "active"
  return (
    <Page
      title={titleOf(value)}
      fill
      back={back}
      aside={
        <>
          <span class="quiet numbers" aria-live="polite">
            {plural(value.count, "# contact", "# contacts")}
          </span>
          {!active && <Badge>Archived</Badge>}
        </>
      }
      actions={
        active && (
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
                {
                  title: "Rename",
                  icon: "compose",
                  run: () => setState({ ...state, open: "rename" })
                },
                { title: "Archive", icon: "archive", danger: true, run: () => setArchives(true) }
              ]}
            />
          </>
        )
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      <Members
        list={value}
        round={round}
        archived={state.archived}
        onArchived={(archived) => setState({ ...state, archived })}
        onChanged={changed}
      />
      {active && state.open === "add" && <AddDialog list={uuid} onClose={close} onChanged={changed} />}
      {active && state.open === "rename" && (
        <Dialog title="Rename" onClose={close}>
          <ListForm
            list={value}
            onCancel={close}
            onDone={() => {
              close()
              changed()
            }}
          />
        </Dialog>
      )}
      {archives && (
        <Confirm
          title={`Archive ${titleOf(value)}?`}
          verb="Archive"
          danger
          act={async () => {
            await call("DELETE /v1/contact-lists/:contact_list_uuid", { params })
            toast("The list is archived.")
            reload()
          }}
          onClose={() => setArchives(false)}
        >
          <p>It can be read afterwards, but neither changed nor restored.</p>
        </Confirm>
      )}
    </Page>
  )
}
