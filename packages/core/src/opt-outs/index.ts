/** Opt-outs: who wants no more messages. */
export {
  ContactOptOut,
  type KeptOptOut,
  type ListedOptOut,
  OptOut,
  OptOutFilter,
  OptOutScope,
  OptOutSource
} from "./OptOut.ts"
export type { OptOutMethods } from "./OptOutMethods.ts"
export { OptOuts } from "./OptOuts.ts"
