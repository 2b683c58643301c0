import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { type LoadPage, type PageOf, pagesOf } from "../../api/Pages.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import type { Recipient, RecipientState } from "./RecipientState.ts"
import { csvHead, csvOf } from "./RecipientsCsv.ts"
import { formatNumber } from "../../texts/Text.ts"
import { saveFile } from "../../ui/SaveFile.ts"

const pageSize = 1_000

/** Downloads all recipients of the current filter as a CSV file, page by page. */
export const Download = ({
  name,
  state,
  uuid
}: {
  readonly uuid: string
  readonly name: string
  readonly state: RecipientState
}) => {
  const [done, setDone] = useState(0)
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const download = useAction(async () => {
    setDone(0)
    const parts: Array<Blob> = [new Blob([csvHead])]
    let after: string | null = null
    do {
      const page: PageOf<Recipient> = await recipientPages(uuid, state, pageSize)(after, controller.current.signal)
      parts.push(new Blob([csvOf(page.items)]))
      setDone((before) => before + page.items.length)
      after = page.next
    } while (after !== null)
    saveFile(new Blob(parts, { type: "text/csv;charset=utf-8" }), `${name.replaceAll(/[\\/:*?"<>|]/g, " ")}.csv`)
  })
  return (
    <>
      <Button icon="download" busy={download.busy} onClick={() => void download.run()}>
        {download.busy ? `${formatNumber(done)} rows` : "Download CSV"}
      </Button>
      <ErrorBox refusal={download.refusal} />
    </>
  )
}

/** Loads the recipients that match a filter, page by page. */
export const recipientPages = (uuid: string, state: RecipientState, limit: number): LoadPage<Recipient> =>
  pagesOf("recipients", ({ after }, signal) =>
    call("GET /broadcasts/:uuid/recipients", { params: { uuid }, query: { limit, ...state, after }, signal })
  )
