/** The parts of a server that can run in separate processes: the HTTP API and the background work. */
export const parts = ["http", "workers"] as const

/** A part of a server, see {@link parts}. */
export type Part = (typeof parts)[number]
