import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { usePages } from "../../api/Pages.ts"
import { allTokens } from "../../tokens/AllTokens.ts"
import { Empty } from "../../ui/answers/Empty.tsx"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../../ui/answers/Skeleton.tsx"
import { Button } from "../../ui/Button.tsx"
import { Select, choicesOf } from "../../ui/forms/Select.tsx"
import type { Contact, CustomField } from "../../contacts/ContactEntry.ts"
import { type ContactState, type TimelineItem, timelineTypes, whatTitles } from "../ContactState.ts"
import { Happened } from "./Happened.tsx"

/** What happened with a contact, newest first: messages, changes, lists, opt-outs and notes. */
export const Timeline = ({
  contact,
  fields,
  onChanged,
  onWhat,
  round,
  what
}: {
  readonly contact: Contact
  readonly fields: ReadonlyArray<CustomField>
  /** Another number reads it again. */
  readonly round: number
  readonly what: ContactState["what"]
  readonly onWhat: (what: ContactState["what"]) => void
  readonly onChanged: () => void
}) => {
  const types = timelineTypes[what].join()
  const { hasMore, items, loading, more, refusal, reload } = usePages<TimelineItem>(
    async (after, signal) => {
      const query = { limit: 50, ...(types === "" ? {} : { types }), ...(after === null ? {} : { after }) }
      const request = { params: { contact_uuid: contact.uuid }, query, signal }
      const page = await call("GET /v1/contacts/:contact_uuid/timeline", request)
      return { items: page.items, next: page.pagination.next }
    },
    [what, round]
  )
  // Without its scope those who did something are shown by their uuids.
  const tokens = useLoad(allTokens, []).value
  const nameOf = (actor: string | null) => tokens?.find(({ actor_uuid }) => actor_uuid === actor)?.name
  return (
    <div class="contact-timeline">
      <Select aria-label="What is shown" choices={choicesOf(whatTitles)} value={what} onValue={onWhat} />
      <ErrorBox refusal={refusal} onRetry={reload} />
      {items === undefined && refusal === undefined && <Skeleton lines={6} />}
      {items?.length === 0 && <Empty title="Nothing happened yet" />}
      <ol class="contact-items">
        {items?.map((item, at) => (
          <Happened
            key={`${item.type} ${item.at} ${at}`}
            item={item}
            token={nameOf(item.by)}
            contact={contact}
            fields={fields}
            onChanged={onChanged}
          />
        ))}
      </ol>
      {hasMore && (
        <Button busy={loading} onClick={more}>
          Show older
        </Button>
      )}
    </div>
  )
}
