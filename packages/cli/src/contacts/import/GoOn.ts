import type { ImportRequest } from "@rollcall/core"
import type { ImportAccount } from "./ImportAccount.ts"

/** What is said of an import that stopped in the middle: how far it came, and how to go on without doing a row twice. */
export const howToGoOn = (
  account: Pick<ImportAccount, "accepted" | "doubt" | "settled" | "underWay">,
  {
    afterwards,
    matchOnField,
    mergeType
  }: Pick<ImportRequest, "matchOnField" | "mergeType"> & { readonly afterwards: string }
): ReadonlyArray<string> => {
  const { accepted, doubt, settled, underWay } = account
  const harmless = mergeType === "update" || matchOnField !== null
  return [
    accepted === 0
      ? "No row was handed over."
      : `Rows up to ${count(accepted)} were handed over; the outcome of ${count(settled)} is known.`,
    ...(underWay.length > 0 ? [`${afterwards} Imports under way: ${underWay.join(", ")}`] : []),
    ...(doubt === null
      ? [`To go on, run the same command with --from-row ${accepted + 1}.`]
      : [
          `Whether rows ${count(doubt.first)} to ${count(doubt.last)} arrived is not known: the answer was lost.`,
          ...(harmless
            ? [
                `To go on, run the same command with --from-row ${doubt.first}. Rows that are matched may come twice; ` +
                  "one that has nothing to match on would make a second contact."
              ]
            : [
                `Look for the contact of row ${count(doubt.first)}, and run the same command with --from-row ` +
                  `${doubt.first} if it is missing, or with --from-row ${doubt.last + 1} if it is there.`
              ])
        ])
  ]
}

const count = (value: number): string => value.toLocaleString("en")
