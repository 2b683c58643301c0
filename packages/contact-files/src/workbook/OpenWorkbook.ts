import type { Workbook } from "./Workbook.ts"
import type { Source } from "./ZipParts.ts"

/** Opens a workbook (.xlsx). What reads it is loaded only then. */
export const openWorkbook = async (name: string, source: Source): Promise<Workbook> => {
  const { openWorkbook: open } = await import("./Workbook.ts")
  return open(name, source)
}
