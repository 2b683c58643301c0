import type { ImportRun } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { count } from "../../../screen/Text.ts"
import type { ImportPlan } from "../ImportClient.ts"

/** Says how far a stopped import got, and how to resume it without applying a row twice. */
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
      ? [`To continue, run the same command with --from-row ${accepted + 1}.`]
      : [
          `Rows ${count(doubt.first)} to ${count(doubt.last)} may not have arrived: the connection was lost.`,
          isMatched
            ? `To continue, run the same command with --from-row ${doubt.first}. Matched rows can be sent twice; ` +
              "a row without a match value would create a second contact."
            : `Search for the contact of row ${count(doubt.first)}, and run the same command with --from-row ` +
              `${doubt.first} if it is missing, or with --from-row ${doubt.last + 1} if it is there.`
        ])
  ]
}
