import { useRef } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { toast } from "../../ui/overlays/Toast.tsx"
import { forEach, useBulkRun, uuidsOf } from "./BulkRun.ts"
import type { BulkProps } from "./BulkProps.ts"
import { runOptOutJobs } from "./OptOutJobs.ts"
import { plural } from "../../texts/Text.ts"
import { BulkDialog } from "./BulkDialog.tsx"

const texts = {
  archive: {
    done: (count: number) => plural(count, "# contact is archived", "# contacts are archived"),
    title: (count: number) => plural(count, "Archive # contact", "Archive # contacts"),
    button: "Archive",
    text: "Archived contacts get no broadcasts. Their data is kept, and you can restore them."
  },
  restore: {
    done: (count: number) => plural(count, "# contact is restored", "# contacts are restored"),
    title: (count: number) => plural(count, "Restore # contact", "Restore # contacts"),
    button: "Restore",
    text: "Contacts that aren't archived don't change."
  },
  optOut: {
    done: (count: number) => plural(count, "# contact is opted out", "# contacts are opted out"),
    title: (count: number) => plural(count, "Opt # contact out?", "Opt # contacts out?"),
    button: "Opt out",
    text: "Broadcasts no longer reach them or their numbers. Unsent messages are dropped."
  },
  optIn: {
    done: (count: number) => plural(count, "# contact is opted in", "# contacts are opted in"),
    title: (count: number) => plural(count, "Opt # contact in?", "Opt # contacts in?"),
    button: "Opt in",
    text: "Future broadcasts reach them again. Do this only if they asked for it."
  }
} as const

const operations = {
  archive: "POST /v1/contacts/:contact_uuid/archive",
  restore: "POST /v1/contacts/:contact_uuid/unarchive"
} as const

/** Actions that run as server jobs. */
const jobs = { optOut: "opt_out", optIn: "opt_in" } as const

/** Archives, restores, opts out or opts in the selected contacts. */
export const EachDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: keyof typeof operations | keyof typeof jobs }) => {
  const refused = useRef(0)
  const run = useBulkRun(
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
      toast(texts[verb].done(count - refused.current))
      if (refused.current > 0)
        toast(
          plural(
            refused.current,
            "# contact has no number or user id, and was not opted out",
            "# contacts have no number or user id, and were not opted out"
          )
        )
      onClose()
      onChanged()
    }
  )
  const close = () => {
    onClose()
    // Completed changes are kept.
    if (run.progress !== undefined || run.refusal !== undefined) onChanged()
  }
  return (
    // The server continues a job after the dialog is closed.
    <BulkDialog
      title={texts[verb].title(count)}
      verb={texts[verb].button}
      run={run}
      stops={!(verb in jobs)}
      onClose={close}
    >
      <p>{texts[verb].text}</p>
    </BulkDialog>
  )
}
