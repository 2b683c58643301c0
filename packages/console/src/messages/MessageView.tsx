import { useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { MessageItem } from "./MessageItem.tsx"

export const MessageView = () => {
  const { message_uuid = "" } = useRoute().params
  const { loading, refusal, reload, value } = useLoad(
    (signal) => call("GET /v1/messages/:message_uuid", { params: { message_uuid }, signal }),
    [message_uuid]
  )
  return (
    <Page title="Message" back={{ href: pathTo("messages"), title: "Inbox" }}>
      <ErrorBox
        refusal={refusal}
        {...(refusal?.status === 404 ? { title: "This message was deleted" } : { onRetry: reload })}
      />
      {value === undefined && loading && <Skeleton />}
      {value && (
        <Card flush>
          <ul>
            <MessageItem message={value} />
          </ul>
        </Card>
      )}
    </Page>
  )
}
