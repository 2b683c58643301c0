import type { Refusal } from "../../api/Refusal.ts"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import type { Draft } from "../draft/Draft.ts"
import type { Template } from "../preview/Template.ts"
import type { BroadcastSummary } from "../../api/Follow.ts"
import type { Inputs } from "../../ui/forms/Draft.ts"

/** The draft that each section of the composer edits, and its last error. */
export interface Editing {
  readonly draft: Draft
  readonly update: (change: Partial<Draft>) => void
  readonly template: Template | undefined
  readonly refusal: Refusal | undefined
  readonly input: Inputs<Draft>
  /** The newest broadcasts, to offer their senders and exclude their recipients. */
  readonly broadcasts: ReadonlyArray<BroadcastSummary>
  readonly fields: ContactFields
}
