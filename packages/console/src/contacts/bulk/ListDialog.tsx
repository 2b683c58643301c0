import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { Refusal } from "../../api/Refusal.ts"
import { addFound } from "./Additions.ts"
import { readText } from "../../reading/Reader.ts"
import { pathTo } from "../../api/Place.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { useDraft } from "../../ui/forms/Draft.ts"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { FormField, TextField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { Progress } from "../../ui/Progress.tsx"
import { chunksOf, forEach, useBulkRun, uuidsOf } from "./BulkRun.ts"
import type { BulkProps } from "./BulkProps.ts"
import { plural } from "../../texts/Text.ts"

const texts = {
  add: {
    done: (count: number) => plural(count, "# contact is on the list", "# contacts are on the list"),
    title: (count: number) => plural(count, "Add # contact to a list", "Add # contacts to a list"),
    button: "Add to list"
  },
  remove: {
    done: (count: number) =>
      plural(count, "# contact is not on the list any more", "# contacts are not on the list any more"),
    title: (count: number) => plural(count, "Remove # contact from a list", "Remove # contacts from a list"),
    button: "Remove from list"
  }
} as const

/** The API takes this many contacts at once. */
const atOnce = 100

const newList = "new"

/** Adds the contacts that are chosen to a list, which may be a new one, or removes them from one. */
export const ListDialog = ({
  chosen,
  conditions,
  count,
  onChanged,
  onClose,
  verb
}: BulkProps & { readonly verb: "add" | "remove" }) => {
  const [typed, setTyped] = useState("")
  const [list, setList] = useState<string>()
  const draft = useDraft("contacts.list", "", readText)
  const name = draft.value
  const lists = useLoad(
    async (signal) => {
      const query = { limit: 50, ...(typed === "" ? {} : { search: typed }) }
      return { typed, found: (await call("GET /v1/contact-lists", { query, signal })).contact_lists }
    },
    [typed],
    { delay: typed === "" ? 0 : 150 }
  )
  const { progress, refusal, run } = useBulkRun(
    async (signal, onProgress) => {
      const contact_list_uuid = await chooseList(list, name)
      setList(contact_list_uuid)
      draft.discard()
      const params = { contact_list_uuid }
      if (verb === "add" && chosen.all) {
        await addFound(contact_list_uuid, conditions, signal, onProgress)
        return
      }
      const uuids = await uuidsOf(chosen, conditions, signal)
      const act = (contact_uuids: ReadonlyArray<string>) =>
        verb === "add"
          ? call("POST /v1/contact-lists/:contact_list_uuid/contacts", { params, body: { contact_uuids }, signal })
          : call("DELETE /v1/contact-lists/:contact_list_uuid/contacts", { params, body: { contact_uuids }, signal })
      await forEach(chunksOf(uuids, atOnce), 1, act, (done) =>
        onProgress({ done: Math.min(done * atOnce, uuids.length), total: uuids.length })
      )
    },
    () => {
      const action =
        list === undefined || list === newList ? undefined : { title: "See the list", href: pathTo(`lists/${list}`) }
      toast(texts[verb].done(count), action)
      onClose()
      onChanged()
    }
  )
  // What was found for other words is not offered: Enter would take it.
  const options = (lists.value?.typed === typed ? lists.value.found : []).map(({ count, emoji, name, uuid }) => ({
    value: uuid,
    title: emoji === null ? name : `${emoji} ${name}`,
    hint: plural(count, "# contact", "# contacts")
  }))
  const isNamed = typed.trim() !== ""
  const another = {
    value: newList,
    title: isNamed ? `New list “${typed.trim()}”` : "New list…"
  }
  return (
    <Dialog
      title={texts[verb].title(count)}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              if (progress === undefined) draft.discard()
              onClose()
            }}
          >
            {progress === undefined ? "Cancel" : "Stop"}
          </Button>
          <Button look="primary" busy={progress !== undefined} onClick={() => void run()}>
            {texts[verb].button}
          </Button>
        </>
      }
    >
      <FormField label="List" error={refusal?.at("list")}>
        {(field) => (
          <Combobox
            {...field}
            options={verb === "add" ? [...options, another] : options}
            value={list}
            onValue={(chosen) => {
              setList(chosen)
              if (chosen === newList && isNamed) draft.set(typed.trim())
            }}
            onSearch={setTyped}
            loading={lists.loading}
            placeholder="Choose a list"
          />
        )}
      </FormField>
      {list === newList && (
        <TextField
          label="Name of the list"
          error={refusal?.at("name")}
          maxLength={250}
          value={name}
          onValue={draft.set}
        />
      )}
      {progress && <Progress label="Contacts" done={progress.done} total={progress.total} />}
      <ErrorBox refusal={refusal ?? lists.refusal} places={["list", "name"]} />
    </Dialog>
  )
}

const chooseList = async (list: string | undefined, name: string): Promise<string> => {
  if (list === undefined) {
    const missing = "Choose a list."
    throw new Refusal(422, missing, [{ place: "list", text: missing, kind: "missing" }])
  }
  if (list !== newList) return list
  return (await call("POST /v1/contact-lists", { body: { name } })).uuid
}
