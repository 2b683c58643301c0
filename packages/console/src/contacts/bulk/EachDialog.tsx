import { useRef } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { toast } from "../../ui/overlays/Toast.tsx"
import { chunksOf, forEach, type Progressed, untilOver, useBulkRun, uuidsOf } from "./BulkRun.ts"
import type { Chosen } from "./Chosen.ts"
import type { SearchBody } from "../ContactSearch.ts"
import { Refusal } from "../../api/Refusal.ts"
import { plural } from "../../texts/Text.ts"
import { BulkDialog, type BulkProps } from "./BulkDialog.tsx"

/** The actions on each contact: requests of the page, or jobs of the server. */
export const eachTexts = {
  archive: {
    done: (count: number) => plural(count, "# contact is archived", "# contacts are archived"),
    title: (count: number) => plural(count, "Archive # contact", "Archive # contacts"),
    button: "Archive",
    operation: "POST /v1/contacts/:contact_uuid/archive",
    text: "Archived contacts get no broadcasts. Their data is kept, and you can restore them."
  },
  restore: {
    done: (count: number) => plural(count, "# contact is restored", "# contacts are restored"),
    title: (count: number) => plural(count, "Restore # contact", "Restore # contacts"),
    button: "Restore",
    operation: "POST /v1/contacts/:contact_uuid/unarchive",
    text: "Contacts that aren't archived don't change."
  },
  optOut: {
    done: (count: number) => plural(count, "# contact is opted out", "# contacts are opted out"),
    title: (count: number) => plural(count, "Opt # contact out?", "Opt # contacts out?"),
    button: "Opt out",
    job: "opt_out",
    text: "Broadcasts no longer reach them or their numbers. Unsent messages are dropped."
  },
  optIn: {
    done: (count: number) => plural(count, "# contact is opted in", "# contacts are opted in"),
    title: (count: number) => plural(count, "Opt # contact in?", "Opt # contacts in?"),
    button: "Opt in",
    job: "opt_in",
    text: "Future broadcasts reach them again. Do this only if they asked for it."
  }
} as const

/** Archives, restores, opts out or opts in the selected contacts. */
export const EachDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: keyof typeof eachTexts }) => {
  const action = eachTexts[verb]
  const refused = useRef(0)
  const run = useBulkRun(
    async (signal, onProgress) => {
      if ("job" in action) {
        refused.current = await runOptOutJobs(action.job, chosen, conditions, signal, onProgress)
        return
      }
      const uuids = await uuidsOf(chosen, conditions, signal)
      const act = (contact_uuid: string) => call(action.operation, { params: { contact_uuid }, signal })
      await forEach(uuids, 4, act, (done) => onProgress({ done, total: uuids.length }))
    },
    () => {
      toast(action.done(count - refused.current))
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
      title={action.title(count)}
      verb={action.button}
      run={run}
      stops={"operation" in action}
      onClose={close}
    >
      <p>{action.text}</p>
    </BulkDialog>
  )
}

/** The API's maximum number of contacts in a job. */
const atOnce = 100

/** Opts contacts out or in with server jobs, and returns how many contacts have no address. */
const runOptOutJobs = async (
  action: "opt_out" | "opt_in",
  chosen: Chosen,
  conditions: SearchBody,
  signal: AbortSignal,
  onProgress: (progress: Progressed) => void
): Promise<number> => {
  const jobs = chosen.all
    ? [{ search: conditions }]
    : chunksOf([...chosen.uuids], atOnce).map((contact_uuids) => ({ contact_uuids }))
  let [before, refused] = [0, 0]
  for (const of of jobs) {
    const started = await call("POST /v1/opt-outs/jobs", { body: { action, ...of }, signal })
    const params = { job_uuid: started.uuid }
    const over = await untilOver(
      started,
      () => call("GET /v1/opt-outs/jobs/:job_uuid", { params, signal }),
      ({ done, total }) => onProgress({ done: before + done, total: chosen.all ? total : chosen.uuids.size })
    )
    if (over.status === "failed") throw new Refusal(409, "The search is no longer valid. Earlier changes stay.")
    before += over.processed
    refused += over.refused
  }
  return refused
}
