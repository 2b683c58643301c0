import { useState } from "preact/hooks"
import { useLoad } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { MessageItem } from "./MessageItem.tsx"
import { messagesOf, receivedMessages } from "./Messages.ts"

const pageSize = 20

/** What people wrote to the workspace in the last days. */
export const MessagesView = () => {
  const [shown, setShown] = useState(pageSize)
  const { loading, refusal, reload, value } = useLoad(
    async (signal) => {
      const uuids = await receivedMessages(signal)
      return { total: uuids.length, messages: await messagesOf(uuids.slice(0, shown), signal) }
    },
    [shown]
  )
  return (
    <Page
      title={text("shell.views.messages")}
      aside={<span class="quiet numbers">{value && text("messages.count", { count: value.total })}</span>}
      actions={
        <Button icon="again" busy={loading} onClick={reload}>
          {text("messages.reload")}
        </Button>
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {value === undefined && loading && <Skeleton lines={8} />}
      {value?.messages.length === 0 && (
        <Empty title={text("messages.empty.title")}>{text("messages.empty.text")}</Empty>
      )}
      {value !== undefined && value.messages.length > 0 && (
        <Card flush>
          <ul>
            {value.messages.map((message) => (
              <MessageItem key={message.uuid} message={message} />
            ))}
          </ul>
        </Card>
      )}
      {value !== undefined && value.total > shown && (
        <p>
          <Button busy={loading} onClick={() => setShown(shown + pageSize)}>
            {text("messages.older")}
          </Button>
        </p>
      )}
    </Page>
  )
}
