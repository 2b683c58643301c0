import { memory } from "rollcall/memory"

/** In the memory of the process: nothing outlives it. */
export const storage = memory()
