/** The choices of a project, with a description of each. */
export const choices = {
  store: {
    memory: "the memory of the process: nothing outlives it",
    sqlite: "a file, which one process opens",
    postgres: "a database, which any number of processes share"
  },
  host: {
    none: "a program that runs and ends",
    http: "a server on node:http",
    fastify: "a server on Fastify"
  },
  channel: {
    simulator: "sends nothing, and answers as a provider does",
    whatsapp: "WhatsApp's Cloud API"
  },
  language: {
    ts: "TypeScript, which Node runs as it is",
    js: "JavaScript"
  }
} as const

type ChoiceName = keyof typeof choices

/** A project to create: the value of each choice. */
export type ProjectChoices = { readonly [Name in ChoiceName]: keyof (typeof choices)[Name] }

/** The default choices, used when no prompt is possible. */
export const defaults: ProjectChoices = { store: "sqlite", host: "none", channel: "simulator", language: "ts" }
