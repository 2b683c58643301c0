import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { pagesOf, usePages } from "../api/Pages.ts"
import { SetPicker, titleOf } from "../sets/Sets.tsx"
import { pathTo } from "../api/Place.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button, IconButton } from "../ui/Button.tsx"
import { Card } from "../ui/Page.tsx"

/** The contact's lists. Archived lists are included and can't be changed. */
export const ListsCard = ({ onChanged, uuid }: { readonly uuid: string; readonly onChanged: () => void }) => {
  const params = { contact_uuid: uuid }
  const { hasMore, items, more, refusal, reload } = usePages(
    pagesOf("contact_lists", ({ offset }, signal) =>
      call("GET /v1/contacts/:contact_uuid/contact-lists", { params, query: { limit: 50, offset }, signal })
    ),
    []
  )
  const change = useAction(async ({ list, removes }: { readonly list: string; readonly removes: boolean }) => {
    const request = { params: { contact_list_uuid: list }, body: { contact_uuids: [uuid] } }
    await (removes
      ? call("DELETE /v1/contact-lists/:contact_list_uuid/contacts", request)
      : call("POST /v1/contact-lists/:contact_list_uuid/contacts", request))
    reload()
    onChanged()
  })
  return (
    <Card title="Lists">
      <div class="contact-lists">
        <ErrorBox refusal={change.refusal} />
        <ErrorBox refusal={refusal} onRetry={reload} />
        {items === undefined && refusal === undefined && <Skeleton lines={2} />}
        {items?.length === 0 && <p class="quiet">On no list.</p>}
        <ul>
          {items?.map((list) => (
            <li key={list.uuid} class="contact-list">
              <a class="cut" href={pathTo(`lists/${list.uuid}`)}>
                {titleOf(list)}
              </a>
              {list.status === "archived" ? (
                <Badge>Archived</Badge>
              ) : (
                <IconButton
                  small
                  icon="close"
                  label={`Remove from ${list.name}`}
                  onClick={() => void change.run({ list: list.uuid, removes: true })}
                />
              )}
            </li>
          ))}
        </ul>
        {hasMore && (
          <Button small onClick={more}>
            Show more
          </Button>
        )}
        <SetPicker
          of="list"
          label="Add to a list"
          without={(items ?? []).map((list) => list.uuid)}
          onChosen={(list) => void change.run({ list, removes: false })}
        />
      </div>
    </Card>
  )
}
