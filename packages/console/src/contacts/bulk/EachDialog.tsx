import { useRef } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { asRefusal } from "../../api/Load.ts"
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
  restore: "POST /v1/contacts/:contact_uuid/unarchive",
  optOut: "POST /v1/contacts/:contact_uuid/opt-out",
  optIn: "POST /v1/contacts/:contact_uuid/opt-in"
} as const

/** Archives the contacts that are chosen, restores them, opts them out or takes their opt-outs back. */
export const EachDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: keyof typeof operations }) => {
  const refused = useRef(0)
  const { progress, refusal, run } = useBulkRun(
    async (signal, onProgress) => {
      refused.current = 0
      const uuids = await uuidsOf(chosen, conditions, signal)
      const act = async (contact_uuid: string) => {
        try {
          await call(operations[verb], { params: { contact_uuid }, signal })
        } catch (error) {
          // A contact without an address can't be opted out. It keeps no other from being.
          if (verb !== "optOut" || asRefusal(error).status !== 422) throw error
          refused.current += 1
        }
      }
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
