import { Context, type Effect, type Option } from "effect"
import type { CustomFieldUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { CustomField } from "./CustomField.ts"

/** Port: the custom field definitions of every workspace. Values are kept with the contacts. */
export class CustomFieldStore extends Context.Service<
  CustomFieldStore,
  {
    /** Adds a definition; false, and nothing changed, when its key is taken in the workspace, by an archived one too. */
    readonly insert: (field: CustomField) => Effect.Effect<boolean, StorageError>

    /** Every definition of the workspace, archived ones too, oldest first, then by uuid. */
    readonly all: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<CustomField>, StorageError>

    /** The active definitions with these keys, oldest first, then by uuid. */
    readonly named: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CustomField>, StorageError>

    /**
     * As `named`, and locks the definitions of the workspace until the surrounding transaction ends, shared: values that
     * are checked against them are still right when they are written.
     */
    readonly lockShared: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CustomField>, StorageError>

    /** Finds a definition, archived or not. */
    readonly find: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<Option.Option<CustomField>, StorageError>

    /**
     * Finds a definition, archived or not, and locks it exclusively until the surrounding transaction ends: it waits for
     * those that hold `lockShared`, and they wait for it.
     */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<Option.Option<CustomField>, StorageError>

    /**
     * Replaces the locked definition with this uuid, whose key it has. One that is archived hides its values from every
     * contact in the same step, and updates no contact (F7). No search asks for hidden values: their entries may stay.
     */
    readonly replace: (field: CustomField) => Effect.Effect<void, StorageError>

    /** Whether any contact has a value for the field, which is active. */
    readonly hasValues: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/custom-fields/CustomFieldStore") {}
