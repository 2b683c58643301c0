import { call } from "../../api/Client.ts"
import type { RequestOf } from "../../api/Operation.ts"
import { readText } from "../../reading/Reader.ts"
import { useDraft, useSubmit } from "../../ui/forms/Draft.ts"
import { DraftDialog } from "../../ui/forms/DraftForm.tsx"
import { TextField } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Segment } from "./Segment.ts"

type SegmentSearch = RequestOf<"POST /v1/segments">["body"]["search"]

type SegmentDialogProps = {
  readonly onClose: () => void
  readonly onSaved: (segment: Segment) => void
} & ({ readonly search: SegmentSearch } | { readonly segment: Segment })

/** The dialog for naming a new segment or renaming one. */
export const SegmentDialog = (props: SegmentDialogProps) => {
  const [uuid, before] = "segment" in props ? [props.segment.uuid, props.segment.name] : ["new", ""]
  const draft = useDraft(`segment.${uuid}`, before, readText)
  const save = useSubmit(
    draft,
    (name) =>
      "segment" in props
        ? call("PATCH /v1/segments/:segment_uuid", { params: { segment_uuid: uuid }, body: { name } })
        : call("POST /v1/segments", { body: { name, search: props.search } }),
    (saved) => {
      toast("The segment is saved")
      props.onSaved(saved)
      props.onClose()
    }
  )
  return (
    <DraftDialog
      title={"segment" in props ? "Rename the segment" : "Save as a segment"}
      verb="Save"
      action={save}
      draft={draft}
      places={["name"]}
      onClose={props.onClose}
    >
      <TextField
        label="Name"
        hint="A segment always contains the contacts that match its filters."
        error={save.refusal?.at("name")}
        maxLength={250}
        value={draft.value}
        onValue={draft.set}
      />
    </DraftDialog>
  )
}
