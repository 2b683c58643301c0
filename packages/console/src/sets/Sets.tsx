import { call } from "../api/Client.ts"
import { useSearch } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { plural } from "../texts/Text.ts"
import { Combobox, type ComboOption } from "../ui/forms/Combobox.tsx"

export type ContactList = AnswerOf<"GET /v1/contact-lists">["contact_lists"][number]

/** Returns the title of a list, with its emoji. */
export const titleOf = ({ emoji, name }: Pick<ContactList, "emoji" | "name">): string =>
  emoji === null ? name : `${emoji} ${name}`

export type SetKind = "list" | "segment"

/** Finds active lists or segments by name. */
export const useSets = (of: SetKind) =>
  useSearch(
    async (search, signal): Promise<ReadonlyArray<ComboOption>> => {
      const query = { limit: 50, search }
      if (of === "list")
        return (await call("GET /v1/contact-lists", { query, signal })).contact_lists.map((list) => ({
          value: list.uuid,
          title: titleOf(list),
          hint: plural(list.count, "# contact", "# contacts")
        }))
      return (await call("GET /v1/segments", { query, signal })).segments.map(({ broken, name, uuid }) => ({
        value: uuid,
        title: name,
        ...(broken !== null && { hint: "broken" })
      }))
    },
    [of]
  )

/** Loads the title of a list or a segment, and the number of contacts on a list. */
export const loadSet = async (
  of: SetKind,
  uuid: string,
  signal: AbortSignal
): Promise<{ readonly title: string; readonly count?: number }> => {
  if (of === "segment")
    return { title: (await call("GET /v1/segments/:segment_uuid", { params: { segment_uuid: uuid }, signal })).name }
  const params = { contact_list_uuid: uuid }
  const list = await call("GET /v1/contact-lists/:contact_list_uuid", { params, signal })
  return { title: titleOf(list), count: list.count }
}

export const SetPicker = ({
  label,
  of,
  onChosen,
  without = []
}: {
  readonly of: SetKind
  readonly label: string
  readonly without?: ReadonlyArray<string>
  readonly onChosen: (uuid: string, title: string) => void
}) => {
  const { found = [], loading, setTyped } = useSets(of)
  return (
    <Combobox
      label={label}
      placeholder={label}
      options={found.filter(({ value }) => !without.includes(value))}
      value={undefined}
      onValue={(uuid) => onChosen(uuid, found.find(({ value }) => value === uuid)?.title ?? "")}
      onSearch={setTyped}
      loading={loading}
    />
  )
}
