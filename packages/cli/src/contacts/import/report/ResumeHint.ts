import type { ImportRun } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { count } from "../../../screen/Text.ts"
import type { ImportPlan } from "../ImportClient.ts"

/** How far an import came that stopped, and how to continue it without applying a row twice. */
export const resumeHint = (
  {
    accepted,
    doubt,
    inProgress,
    reported
  }: Pick<ImportRun<ContactImportUuid>, "accepted" | "doubt" | "inProgress" | "reported">,
  { match_on_field, merge_type }: ImportPlan,
  continuation: string
): ReadonlyArray<string> => {
  const isMatched = merge_type === "update" || match_on_field !== null
  return [
    accepted === 0
      ? "No row was sent."
      : `Rows up to ${count(accepted)} were sent; the outcome of ${count(reported)} is known.`,
    ...(inProgress.length > 0 ? [`${continuation} Imports in progress: ${inProgress.join(", ")}`] : []),
    ...(doubt === null
      ? [`To go on, run the same command with --from-row ${accepted + 1}.`]
      : [
          `Whether rows ${count(doubt.first)} to ${count(doubt.last)} arrived is not known: the answer was lost.`,
          isMatched
            ? `To go on, run the same command with --from-row ${doubt.first}. Rows that are matched may come twice; ` +
              "one that has nothing to match on would make a second contact."
            : `Search for the contact of row ${count(doubt.first)}, and run the same command with --from-row ` +
              `${doubt.first} if it is missing, or with --from-row ${doubt.last + 1} if it is there.`
        ])
  ]
}
