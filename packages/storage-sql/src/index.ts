export { Database } from "./kernel/Database.ts"
export {
  type ColumnPart,
  Dialect,
  type Members,
  type MemberType,
  type SearchedTable,
  type TextTable
} from "./kernel/Dialect.ts"
export { layerMigrations } from "./kernel/Migrations.ts"
export { toStorageError } from "./kernel/StorageErrors.ts"
export { layerStorage } from "./SqlStorage.ts"
