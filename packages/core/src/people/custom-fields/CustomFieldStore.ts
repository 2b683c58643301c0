import { Context, type Option } from "effect"
import type { CustomFieldUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { CustomField } from "./CustomField.ts"

/** Active definitions of a workspace, and the version of all its definitions. */
export interface LockedDefinitions {
  /** Changes with each replaced definition. A new definition doesn't change the version. */
  readonly version: number
  readonly definitions: ReadonlyArray<CustomField>
}

/** Port: the custom field definitions of every workspace. Values are stored with the contacts. */
export class CustomFieldStore extends Context.Service<
  CustomFieldStore,
  {
    /** Stores a definition. Returns false if an active or archived definition of the workspace has the key. */
    readonly insert: (field: CustomField) => StorageEffect<boolean>

    /** Returns every definition of the workspace, including archived definitions, oldest first, then by uuid. */
    readonly all: (workspace: WorkspaceUuid) => StorageEffect<ReadonlyArray<CustomField>>

    /** Returns the active definitions with these keys, oldest first, then by uuid. */
    readonly named: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) => StorageEffect<ReadonlyArray<CustomField>>

    /** Like `named`, but also takes a shared lock on the workspace's definitions until the surrounding transaction ends. */
    readonly lockShared: (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) => StorageEffect<LockedDefinitions>

    /** Returns a definition, archived or not. */
    readonly find: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<Option.Option<CustomField>>

    /** Like `find`, but also locks the definition until the surrounding transaction ends, also against `lockShared`. */
    readonly lock: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<Option.Option<CustomField>>

    /**
     * Replaces the locked definition with this uuid and key, and increases the version of the workspace's definitions, in
     * one step. An archived definition hides its values from every contact, and an active definition shows its values.
     * Contacts are not updated. Hidden values and their search entries stay with a contact until the contact is erased.
     */
    readonly replace: (field: CustomField) => StorageEffect<void>

    /** Returns whether any contact has a value for the field, including hidden values. */
    readonly hasValues: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => StorageEffect<boolean>
  }
>()("@rollcall/core/people/custom-fields/CustomFieldStore") {}
