export { reasonColumn } from "./broadcasts/ReasonColumn.ts"
export { Database } from "./shared/Database.ts"
export {
  type ColumnPart,
  Dialect,
  type Members,
  type MemberType,
  type SearchedTable,
  type TextTable
} from "./shared/Dialect.ts"
export { type HostConnection, HostTransaction, HostTransactionError } from "./shared/HostTransaction.ts"
export { layerMigrations } from "./shared/Migrations.ts"
export { toStorageError } from "./shared/StorageErrors.ts"
export { layerStorage } from "./SqlStorage.ts"
