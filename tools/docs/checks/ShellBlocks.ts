import { serverTutorial } from "../../../deploy/test/ServerWalk.ts"
import { type Block, saidOf } from "./Blocks.ts"

/** How a shell block is handled: the program that runs it, or the page's reason why it is not run. */
export type Treatment = { readonly by: string } | { readonly notWalked: string } | undefined

/** The programs that run the blocks of whole pages or of a part of a page. */
const runners: ReadonlyArray<{ readonly by: string; readonly takes: (block: Block) => boolean }> = [
  { by: "deploy/test/ServerWalk.ts", takes: ({ page }) => page === serverTutorial },
  { by: "tools/tutorials/main.ts", takes: ({ page }) => page === "docs/how-to/install-from-a-clone.md" },
  { by: "tools/tutorials/guides.ts", takes: ({ page }) => page.startsWith("docs/how-to/") },
  { by: "tools/tutorials/main.ts", takes: ({ page }) => page.startsWith("docs/tutorials/") }
]

export const treatmentOf = (block: Block): Treatment => {
  const reason = saidOf(block, "not walked")
  if (reason !== undefined && reason !== "") return { notWalked: reason }
  const by = saidOf(block, "walked by") ?? runners.find(({ takes }) => takes(block))?.by
  return by === undefined ? undefined : { by }
}

/** Returns whether the block is a list of examples, each of which is run separately. */
export const isExample = (block: Block): boolean => {
  const treatment = treatmentOf(block)
  return (
    block.language === "sh" &&
    treatment !== undefined &&
    "by" in treatment &&
    treatment.by === "tools/tutorials/guides.ts"
  )
}
