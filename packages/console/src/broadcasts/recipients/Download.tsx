import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import type { RecipientState } from "./RecipientState.ts"
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
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const download = useAction(async () => {
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    const parts: Array<Blob> = [new Blob([csvHead])]
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(uuid, state, after, controller.signal)
      parts.push(new Blob([csvOf(page.recipients)]))
      setDone((before) => before + page.recipients.length)
      after = page.pagination.next
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

const pageAfter = (uuid: string, state: RecipientState, after: string | null, signal: AbortSignal) =>
  call("GET /broadcasts/:uuid/recipients", {
    params: { uuid },
    query: { limit: pageSize, ...state, after },
    signal
  })
