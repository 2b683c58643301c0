import { useRef } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { text } from "../../texts/Text.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { Progress } from "../../ui/Progress.tsx"
import { forEach, useBulkRun, uuidsOf } from "./BulkRun.ts"
import type { BulkProps } from "./BulkProps.ts"
import { runOptOutJobs } from "./OptOutJobs.ts"

const operations = {
  archive: "POST /v1/contacts/:contact_uuid/archive",
  restore: "POST /v1/contacts/:contact_uuid/unarchive"
} as const

/** What the server does by a job. */
const jobs = { optOut: "opt_out", optIn: "opt_in" } as const

/** Archives the contacts that are chosen, restores them, opts them out or takes their opt-outs back. */
export const EachDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: keyof typeof operations | keyof typeof jobs }) => {
  const refused = useRef(0)
  const { progress, refusal, run } = useBulkRun(
    async (signal, onProgress) => {
      if (verb === "optOut" || verb === "optIn") {
        refused.current = await runOptOutJobs(jobs[verb], chosen, conditions, signal, onProgress)
        return
      }
      const uuids = await uuidsOf(chosen, conditions, signal)
      const act = (contact_uuid: string) => call(operations[verb], { params: { contact_uuid }, signal })
      await forEach(uuids, 4, act, (done) => onProgress({ done, total: uuids.length }))
    },
    () => {
      toast(text(`contacts.bulk.${verb}.done`, { count: count - refused.current }))
      if (refused.current > 0) toast(text("contacts.bulk.optOut.refused", { count: refused.current }))
      onClose()
      onChanged()
    }
  )
  const close = () => {
    onClose()
    // What was done until then is done.
    if (progress !== undefined || refusal !== undefined) onChanged()
  }
  return (
    <Dialog
      title={text(`contacts.bulk.${verb}.title`, { count })}
      onClose={close}
      steady
      actions={
        <>
          {/* The server goes on with a job that is not looked at any more. */}
          <Button onClick={close}>
            {text(progress === undefined ? "ui.cancel" : verb in jobs ? "ui.close" : "ui.stop")}
          </Button>
          <Button look="primary" busy={progress !== undefined} onClick={() => void run()}>
            {text(`contacts.bulk.${verb}.button`)}
          </Button>
        </>
      }
    >
      <p>{text(`contacts.bulk.${verb}.text`)}</p>
      {progress && <Progress label={text("contacts.bulk.progress")} done={progress.done} total={progress.total} />}
      <ErrorBox refusal={refusal} />
    </Dialog>
  )
}
