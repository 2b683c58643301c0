import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { usePages } from "../../api/Pages.ts"
import { allTokens } from "../../tokens/AllTokens.ts"
import { Select, choicesOf } from "../../ui/forms/Select.tsx"
import { type ContactState, type TimelineItem, timelineTypes, whatTitles, type ContactProps } from "../ContactState.ts"
import { Happened } from "./Happened.tsx"
import { Listing } from "../../ui/Listing.tsx"

/** A contact's timeline, newest first: messages, changes, lists, opt-outs and notes. */
export const Timeline = ({
  onWhat,
  round,
  what,
  ...part
}: ContactProps &
  Pick<ContactState, "what"> & {
    /** Change this number to reload the timeline. */
    readonly round: number
    readonly onWhat: (what: ContactState["what"]) => void
  }) => {
  const params = { contact_uuid: part.contact.uuid }
  const pages = usePages<TimelineItem>(
    async (after, signal) => {
      const query = { limit: 50, types: timelineTypes[what].join(), after }
      const page = await call("GET /v1/contacts/:contact_uuid/timeline", { params, query, signal })
      return { items: page.items, next: page.pagination.next }
    },
    [what, round]
  )
  // Without the scope to list tokens, actors are shown by uuid.
  const tokens = useLoad(allTokens, []).value
  return (
    <div class="contact-timeline">
      <Select aria-label="Show" choices={choicesOf(whatTitles)} value={what} onValue={onWhat} />
      <Listing pages={pages} none="No activity yet" moreTitle="Show older">
        {(items) => (
          <ol class="contact-items">
            {items.map((item, at) => (
              <Happened
                key={`${item.type} ${item.at} ${at}`}
                {...part}
                item={item}
                token={tokens?.find(({ actor_uuid }) => actor_uuid === item.by)?.name}
              />
            ))}
          </ol>
        )}
      </Listing>
    </div>
  )
}
