import type { Workbook } from "./Workbook.ts"
import type { Source } from "./ZipParts.ts"

/** Opens a workbook (.xlsx). Loads the reader only when needed. */
export const openWorkbook = async (name: string, source: Source): Promise<Workbook> => {
  const { openWorkbook: open } = await import("./Workbook.ts")
  return open(name, source)
}
