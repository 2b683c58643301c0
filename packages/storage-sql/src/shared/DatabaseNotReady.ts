import { Schema } from "effect"

/**
 * A database cannot be used as it is. Nothing in it was changed. The message is one line for an operator: what is wrong,
 * and the statements or the step that fixes it.
 *
 * - `MissingMigrations`: tables must be created or changed first.
 * - `NewerSchema`: a newer release of Rollcall has changed the tables.
 * - `UnreleasedSchema`: an unreleased version of Rollcall created the tables, which must be recreated.
 * - `ForeignTable`: a table has the name of a Rollcall table but belongs to another program.
 * - `OtherSchema`: Rollcall's tables are in another schema.
 * - `IncompleteSchema`: an object that migrations created, and that data integrity depends on, is missing.
 * - `MissingExtension`: an extension is missing, and the role may not create it.
 * - `MissingRight`: the role lacks a right.
 * - `WrongSetting`: an option, or a setting of the role, the database or the connection, is unsuitable.
 * - `UnsupportedRuntime`: the JavaScript runtime lacks a feature that the database driver needs.
 */
export class DatabaseNotReady extends Schema.TaggedError<DatabaseNotReady>()("DatabaseNotReady", {
  reason: Schema.Literals([
    "MissingMigrations",
    "NewerSchema",
    "UnreleasedSchema",
    "ForeignTable",
    "OtherSchema",
    "IncompleteSchema",
    "MissingExtension",
    "MissingRight",
    "WrongSetting",
    "UnsupportedRuntime"
  ]),
  message: Schema.String
}) {}
