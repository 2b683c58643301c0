import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { Combobox } from "../ui/forms/Combobox.tsx"
import { plural } from "../texts/Text.ts"

export type ContactList = AnswerOf<"GET /v1/contact-lists">["contact_lists"][number]

/** What a list is called, with its emoji. */
export const titleOf = ({ emoji, name }: ContactList): string => (emoji === null ? name : `${emoji} ${name}`)

/** Finds one of the lists that are not archived by its name. */
export const ListPicker = ({
  label,
  onList,
  without
}: {
  readonly label: string
  readonly without: ReadonlyArray<string>
  readonly onList: (uuid: string) => void
}) => {
  const [typed, setTyped] = useState("")
  const { loading, value } = useLoad(
    async (signal) => {
      const query = { limit: 50, ...(typed === "" ? {} : { search: typed }) }
      return { typed, lists: (await call("GET /v1/contact-lists", { query, signal })).contact_lists }
    },
    [typed],
    { delay: typed === "" ? 0 : 140 }
  )
  // What was found for other words is not offered: Enter would take it.
  const options = (value?.typed === typed ? value.lists : [])
    .filter(({ uuid }) => !without.includes(uuid))
    .map((list) => ({
      value: list.uuid,
      title: titleOf(list),
      hint: plural(list.count, "# contact", "# contacts")
    }))
  return (
    <Combobox
      label={label}
      placeholder={label}
      options={options}
      value={undefined}
      onValue={onList}
      onSearch={setTyped}
      loading={loading}
    />
  )
}
