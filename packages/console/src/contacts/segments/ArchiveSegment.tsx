import { call } from "../../api/Client.ts"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Segment } from "./Segment.ts"

/** Asks before a segment is archived. */
export const ArchiveSegment = ({
  onArchived,
  onClose,
  segment
}: {
  readonly segment: Segment
  readonly onArchived: () => void
  readonly onClose: () => void
}) => (
  <Confirm
    title={`Archive ${segment.name}?`}
    verb="Archive"
    act={async () => {
      await call("DELETE /v1/segments/:segment_uuid", { params: { segment_uuid: segment.uuid } })
      toast("The segment is archived")
      onArchived()
    }}
    onClose={onClose}
  >
    <p>It can be read afterwards, and not be changed or used any more.</p>
  </Confirm>
)
