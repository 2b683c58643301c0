import "./contact.css"
import { useEffect, useState } from "preact/hooks"
import { useLocation, useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { allCustomFields } from "../contacts/ContactFields.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Badge } from "../ui/Badge.tsx"
import { Page } from "../ui/Page.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { ContactActions } from "./actions/ContactActions.tsx"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { contactQuery, contactTabs, tabTitles, type ContactProps } from "./ContactState.ts"
import { Details } from "./Details.tsx"
import { ListsCard } from "./ListsCard.tsx"
import { Lookalikes } from "./merge/Lookalikes.tsx"
import { Notes } from "./notes/Notes.tsx"
import { OptOutCard } from "./OptOutCard.tsx"
import { Timeline } from "./timeline/Timeline.tsx"
import { LoadedPage } from "../ui/Listing.tsx"

export const ContactView = () => {
  const { params } = useRoute()
  return <One key={params.contact_uuid} uuid={params.contact_uuid ?? ""} />
}

const One = ({ uuid }: { readonly uuid: string }) => {
  const { route } = useLocation()
  const [{ tab, what }, setState] = useUrlState(contactQuery)
  const params = { contact_uuid: uuid }
  const contact = useLoad((signal) => call("GET /v1/contacts/:contact_uuid", { params, signal }), [])
  const optOut = useLoad((signal) => call("GET /v1/contacts/:contact_uuid/opt-out", { params, signal }), [])
  const fields = useLoad(allCustomFields, [])
  // The timeline includes actions of this view, so it is reloaded after them.
  const [round, setRound] = useState(0)
  const changed = () => {
    setRound((before) => before + 1)
    contact.reload()
  }
  const { value } = contact
  // A merged contact redirects to the contact that it was merged into.
  useEffect(() => {
    if (value !== undefined && value.uuid !== uuid) route(pathTo(`contacts/${value.uuid}`), true)
  }, [value?.uuid])
  const back = { href: pathTo("contacts"), title: "Contacts" }
  return (
    <LoadedPage title="Contact" back={back} loaded={contact}>
      {(value, problem) => {
        const part: ContactProps = { contact: value, fields: fields.value ?? [], onChanged: changed }
        return (
          <Page
            title={nameOf(value)}
            back={back}
            aside={
              <>
                {value.archived && <Badge>Archived</Badge>}
                {optOut.value?.opted_out && <Badge tone="warn">Opted out</Badge>}
              </>
            }
            actions={<ContactActions {...part} />}
          >
            {problem}
            <div class="contact">
              <div class="contact-side">
                <Details {...part} />
                <OptOutCard
                  {...part}
                  optOut={optOut}
                  onChanged={() => {
                    optOut.reload()
                    changed()
                  }}
                />
                <ListsCard uuid={uuid} onChanged={changed} />
                <Lookalikes {...part} />
              </div>
              <div class="contact-main">
                <Tabs
                  label="Parts of the contact"
                  tabs={contactTabs.map((name) => ({ name, title: tabTitles[name] }))}
                  current={tab}
                  onSelect={(tab) => setState({ tab, what })}
                >
                  {tab === "notes" ? (
                    <Notes uuid={uuid} onChanged={() => setRound((before) => before + 1)} />
                  ) : (
                    <Timeline {...part} round={round} what={what} onWhat={(what) => setState({ tab, what })} />
                  )}
                </Tabs>
              </div>
            </div>
          </Page>
        )
      }}
    </LoadedPage>
  )
}
