import { call } from "../../api/Client.ts"
import { text } from "../../texts/Text.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { Progress } from "../../ui/Progress.tsx"
import { forEach, useBulkRun, uuidsOf } from "./BulkRun.ts"
import type { BulkProps } from "./BulkProps.ts"

const operations = {
  archive: "POST /v1/contacts/:contact_uuid/archive",
  restore: "POST /v1/contacts/:contact_uuid/unarchive"
} as const

/** Archives the contacts that are chosen, or restores them. */
export const ArchiveDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: "archive" | "restore" }) => {
  const { progress, refusal, run } = useBulkRun(
    async (signal, onProgress) => {
      const uuids = await uuidsOf(chosen, conditions, signal)
      const act = (contact_uuid: string) => call(operations[verb], { params: { contact_uuid }, signal })
      await forEach(uuids, 4, act, (done) => onProgress({ done, total: uuids.length }))
    },
    () => {
      toast(text(`contacts.bulk.${verb}.done`, { count }))
      onClose()
      onChanged()
    }
  )
  const close = () => {
    onClose()
    // What was done before it was stopped is done.
    if (progress !== undefined || refusal !== undefined) onChanged()
  }
  return (
    <Dialog
      title={text(`contacts.bulk.${verb}.title`, { count })}
      onClose={close}
      steady
      actions={
        <>
          <Button onClick={close}>{text(progress === undefined ? "ui.cancel" : "ui.stop")}</Button>
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
