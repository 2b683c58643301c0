import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { addContacts, addFound, removeContacts } from "./Additions.ts"
import { readText } from "../../reading/Reader.ts"
import { pathTo } from "../../api/Place.ts"
import { useDraft } from "../../ui/forms/Draft.ts"
import { TextField } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { useBulkRun, uuidsOf } from "./BulkRun.ts"
import { plural } from "../../texts/Text.ts"
import { BulkDialog, type BulkProps } from "./BulkDialog.tsx"
import { refusedAt } from "../../api/Refusal.ts"
import { useSets } from "../../sets/Sets.tsx"
import { ComboboxField } from "../../ui/forms/Combobox.tsx"

export const listTexts = {
  add: {
    done: (count: number) => plural(count, "# contact is on the list", "# contacts are on the list"),
    title: (count: number) => plural(count, "Add # contact to a list", "Add # contacts to a list"),
    button: "Add to list"
  },
  remove: {
    done: (count: number) =>
      plural(count, "# contact is removed from the list", "# contacts are removed from the list"),
    title: (count: number) => plural(count, "Remove # contact from a list", "Remove # contacts from a list"),
    button: "Remove from list"
  }
} as const

const newList = "new"

/** Adds the selected contacts to an existing or new list, or removes them from a list. */
export const ListDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: "add" | "remove" }) => {
  const { found = [], loading, refusal: notFound, setTyped, typed } = useSets("list")
  const [list, setList] = useState<string>()
  const draft = useDraft("contacts.list", "", readText)
  const name = draft.value
  const run = useBulkRun(
    async (signal, onProgress) => {
      const contact_list_uuid = await chooseList(list, name)
      setList(contact_list_uuid)
      draft.discard()
      if (verb === "add" && chosen.all) {
        await addFound(contact_list_uuid, conditions, signal, onProgress)
        return
      }
      const act = verb === "add" ? addContacts : removeContacts
      await act(contact_list_uuid, await uuidsOf(chosen, conditions, signal), signal, onProgress)
    },
    () => {
      const action =
        list === undefined || list === newList ? undefined : { title: "See the list", href: pathTo(`lists/${list}`) }
      toast(listTexts[verb].done(count), action)
      onClose()
      onChanged()
    }
  )
  const isNamed = typed.trim() !== ""
  const another = { value: newList, title: isNamed ? `New list “${typed.trim()}”` : "New list…" }
  return (
    <BulkDialog
      title={listTexts[verb].title(count)}
      verb={listTexts[verb].button}
      run={{ ...run, refusal: run.refusal ?? notFound }}
      places={["list", "name"]}
      onCancel={draft.discard}
      onClose={onClose}
    >
      <ComboboxField
        label="List"
        error={run.refusal?.at("list")}
        options={verb === "add" ? [...found, another] : found}
        value={list}
        onValue={(chosen) => {
          setList(chosen)
          if (chosen === newList && isNamed) draft.set(typed.trim())
        }}
        onSearch={setTyped}
        loading={loading}
        placeholder="Choose a list"
      />
      {list === newList && (
        <TextField
          label="Name of the list"
          error={run.refusal?.at("name")}
          maxLength={250}
          value={name}
          onValue={draft.set}
        />
      )}
    </BulkDialog>
  )
}

const chooseList = async (list: string | undefined, name: string): Promise<string> => {
  if (list === undefined) throw refusedAt("list", "Choose a list.")
  if (list !== newList) return list
  return (await call("POST /v1/contact-lists", { body: { name } })).uuid
}
