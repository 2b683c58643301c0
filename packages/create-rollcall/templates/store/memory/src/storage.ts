import { memory } from "rollcall/memory"

/** The memory of the process. All data is lost when the process ends. */
export const storage = memory()
