/** Merges of contacts that are one person. */
export {
  Belongings,
  ContactMerge,
  MergeNotFound,
  MergeNotUndoable,
  MergeRequest,
  MergeSide,
  MergeState,
  UndoRequest
} from "./ContactMerge.ts"
export { ContactMerges, type UndoneMerge } from "./ContactMerges.ts"
export {
  DuplicateField,
  DuplicateFilter,
  type DuplicateGroup,
  type DuplicateKind,
  duplicateKinds,
  maxShownDuplicates,
  placeOfGroup
} from "./Duplicates.ts"
