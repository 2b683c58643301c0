import "./filters.css"
import { Button, IconButton } from "../../ui/Button.tsx"
import { Select, choicesOf } from "../../ui/forms/Select.tsx"
import type { ContactFields } from "../ContactFields.ts"
import {
  type FilterGroup,
  type FilterNode,
  maxDepth,
  noFilters,
  operatorsOf,
  replaceItem,
  joinTitles
} from "./Filter.ts"
import { type FilterContext, FilterRow, type SetFilters } from "./FilterRow.tsx"

/** Builds the filters of a search: conditions on fields, and groups that are joined by AND, OR or NOT. */
export const FilterBuilder = ({
  context,
  filters,
  onFilters
}: {
  readonly context: FilterContext
  readonly filters: FilterGroup
  readonly onFilters: SetFilters<FilterGroup>
}) => (
  <div class="filters">
    <Group context={context} group={filters} depth={1} onGroup={onFilters} />
  </div>
)

const joinChoices = choicesOf(joinTitles)

const Group = ({
  context,
  depth,
  group,
  onGroup,
  onRemove
}: {
  readonly context: FilterContext
  readonly group: FilterGroup
  readonly depth: number
  readonly onGroup: SetFilters<FilterGroup>
  readonly onRemove?: () => void
}) => {
  const add = (item: FilterNode) => onGroup({ ...group, items: [...group.items, item] })
  const place = context.places.get(group)
  return (
    <div class="filters-group" role="group" aria-label={joinTitles[group.join]}>
      <div class="filters-join">
        <Select
          aria-label="Match"
          choices={joinChoices}
          value={group.join}
          onValue={(join) => onGroup({ ...group, join })}
        />
        {onRemove && <IconButton icon="close" label="Remove the group" onClick={onRemove} />}
      </div>
      <ul class="filters-items">
        {group.items.map((item, index) => {
          const change: SetFilters<FilterNode> = (next, how) => onGroup(replaceItem(group, index, next), how)
          const remove = () => onGroup(replaceItem(group, index, undefined))
          return (
            // Filters have no ids, so their index is the key.
            <li key={index}>
              {item.kind === "filter" ? (
                <FilterRow context={context} filter={item} onFilter={change} onRemove={remove} />
              ) : (
                <Group context={context} group={item} depth={depth + 1} onGroup={change} onRemove={remove} />
              )}
            </li>
          )
        })}
      </ul>
      {place !== undefined && context.refusal?.faults.some((fault) => fault.place === place) && (
        <p class="field-error">{context.refusal.at(place)}</p>
      )}
      <div class="filters-add">
        <Button look="quiet" small icon="plus" onClick={() => add(firstFilter(context.fields))}>
          Condition
        </Button>
        {depth < maxDepth && (
          <Button
            look="quiet"
            small
            icon="plus"
            onClick={() => add({ ...noFilters, join: "any", items: [firstFilter(context.fields)] })}
          >
            Group
          </Button>
        )}
        {depth === 1 && group.items.length > 0 && (
          <Button look="quiet" small onClick={() => onGroup(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  )
}

const firstFilter = (fields: ContactFields): FilterNode => {
  const field = fields.get("first_name")
  const [operator = "contains"] = operatorsOf[field?.kind ?? "text"]
  return { kind: "filter", field: field?.key ?? "first_name", operator, value: "" }
}
