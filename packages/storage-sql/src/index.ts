export { countedRows, mendCounts, wrongCounts } from "./counts/CountRepair.ts"
export { Database } from "./database/Database.ts"
export {
  type ColumnPart,
  Dialect,
  type Members,
  type MemberType,
  type SearchedTable,
  type TextTable
} from "./database/Dialect.ts"
export { type HostConnection, HostTransaction, HostTransactionError } from "./database/HostTransaction.ts"
export { DatabaseNotReady } from "./shared/DatabaseNotReady.ts"
export {
  createMigrationsTable,
  type Migration,
  type Migrations,
  migrationsAfter,
  migrationsTable,
  type OtherHistory,
  printMigrations,
  recordedMigrations,
  runMigrations
} from "./shared/Migrations.ts"
export { KnownMigrations, PoolSize, PoolUse } from "./observability/SqlStoreMonitor.ts"
export { contactColumns, ContactRow } from "./contacts/ContactRow.ts"
export { type BatchableSearch, BatchedSearch } from "./contacts/SearchContacts.ts"
export { textColumn } from "./search/ContactColumns.ts"
export { sortOrder } from "./search/SortOrder.ts"
export { thresholds } from "./search/Thresholds.ts"
export { isAfter, namedKeys, sortKeys } from "./shared/Listing.ts"
export { placeOfRow } from "./shared/Pages.ts"
export { batchStatement } from "./database/StatementBatch.ts"
export { oneOf, rowsDecoder, rowsOf } from "./database/Rows.ts"
export { migrateQueue } from "./shared/SqlQueueStore.ts"
export {
  DatabaseAddress,
  type DatabaseError,
  type ExplainError,
  type Explanation,
  isDiskFull,
  toStorageError
} from "./database/StorageErrors.ts"
export { queueTable, type TableName, tableNames } from "./database/Tables.ts"
export type { EventOrder } from "./database/EventOrder.ts"
export { layerStorage } from "./SqlStorage.ts"
export {
  type Damage,
  type DamagedObject,
  damagedObjects,
  damageOf,
  type Inspection,
  nameOfDamage,
  namesOfDamages,
  type Repair
} from "./upkeep/Inspection.ts"
export { migratedObjects, type MigratedObject } from "./upkeep/MigratedObjects.ts"
export type { MigrationTool } from "./upkeep/MigrationTool.ts"
