import { Schema } from "effect"

/**
 * A database cannot be used as it is, and nothing in it was changed. The message is one line for an operator: what is
 * wrong, and the statements or the step that repairs it.
 *
 * - `MissingMigrations`: tables must be created or changed first.
 * - `NewerSchema`: a newer release of Rollcall has changed the tables.
 * - `UnreleasedSchema`: an unreleased version of Rollcall made the tables, which must be made again.
 * - `ForeignTable`: a table that Rollcall needs exists and is not Rollcall's.
 * - `OtherSchema`: the tables of Rollcall are in another schema.
 * - `IncompleteSchema`: something that migrations have made, and that data may become wrong without, is not there any more.
 * - `MissingExtension`: an extension is missing, and the role may not create it.
 * - `MissingRight`: the role lacks a right.
 * - `WrongSetting`: an option, or a setting of the role, the database or the connection, does not fit.
 * - `UnsupportedRuntime`: the JavaScript runtime lacks what the driver of the database needs.
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
