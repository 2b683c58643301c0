/** Opt-outs: who wants no more messages. */
export { ContactOptOut, OptOut, OptOutSource } from "./OptOut.ts"
export { OptOuts } from "./OptOuts.ts"
