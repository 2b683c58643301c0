/** The parts of a server that may run in processes of their own: the HTTP API, and the background work. */
export const parts = ["http", "workers"] as const

/** One of {@link parts}. */
export type Part = (typeof parts)[number]
