import { Context, type Option } from "effect"
import type { CustomFieldUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { CustomField } from "./CustomField.ts"

/** Active definitions of a workspace, and the version of all that it has. */
export interface LockedDefinitions {
  /** It is another one after each change of a definition. A new definition changes none. */
  readonly version: number
  readonly definitions: ReadonlyArray<CustomField>
}

/** Port: the custom field definitions of every workspace. Values are stored with the contacts. */
export class CustomFieldStore extends Context.Service<
  CustomFieldStore,
  {
    /** Stores a definition. Returns false if a definition of the workspace has the key, archived or not. */
    readonly insert: (field: CustomField) => StorageEffect<boolean>

    /** Returns every definition of the workspace, archived ones too, oldest first, then by uuid. */
    readonly all: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<CustomField>>

    /** Returns the active definitions with these keys, oldest first, then by uuid. */
    readonly named: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) => StorageEffect<ReadonlyArray<CustomField>>

    /** As `named`, and locks the definitions of the workspace shared until the surrounding transaction ends. */
    readonly lockShared: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) => StorageEffect<LockedDefinitions>

    /** Returns a definition, archived or not. */
    readonly find: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<Option.Option<CustomField>>

    /** As `find`, and locks the definition, also against `lockShared`, until the surrounding transaction ends. */
    readonly lock: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<Option.Option<CustomField>>

    /**
     * Replaces the locked definition that has this uuid and the same key. An archived one hides its values from every
     * contact in the same step, and an active one shows them; neither updates a contact. Hidden values and their search
     * entries stay with a contact, whatever is written of it, until it is erased. The same step increases the version of
     * the workspace's definitions.
     */
    readonly replace: (field: CustomField) => StorageEffect<void>

    /** Whether any contact has a value for the field. Hidden values count. */
    readonly hasValues: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<boolean>
  }
>()("@rollcall/core/people/custom-fields/CustomFieldStore") {}
