import { Context, type DateTime, type Effect, type Option } from "effect"
import type { CustomFieldUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
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
     * As `named`, and none of these definitions changes until the surrounding transaction ends: values that are checked
     * against them are still right when they are written. Others may hold them at the same time.
     */
    readonly hold: (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CustomField>, StorageError>

    /** Finds a definition, archived or not. */
    readonly find: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<Option.Option<CustomField>, StorageError>

    /** A page of the active definitions, oldest first, then by uuid. */
    readonly list: (workspace: WorkspaceUuid, page: PageRequest) => Effect.Effect<Page<CustomField>, StorageError>

    /**
     * Finds a definition, archived or not, and keeps others from it, and from writing values for it, until the
     * surrounding transaction ends.
     */
    readonly lock: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<Option.Option<CustomField>, StorageError>

    /** Puts a definition in the place of the locked one with its uuid, whose key it has. */
    readonly replace: (field: CustomField) => Effect.Effect<void, StorageError>

    /** Whether any contact has a value for the field, which is active. */
    readonly hasValues: (workspace: WorkspaceUuid, uuid: CustomFieldUuid) => Effect.Effect<boolean, StorageError>

    /**
     * Archives a locked definition and hides its values from every contact in the same step (F7). The definition was
     * updated `now`, and no contact was. Nobody searches for the values any more, so their entries may stay.
     */
    readonly archive: (field: CustomField, now: DateTime.Utc) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/custom-fields/CustomFieldStore") {}
