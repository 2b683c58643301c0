import type { ComponentChildren } from "preact"
import type { Pages } from "../api/Pages.ts"
import { plural } from "../texts/Text.ts"
import { Empty } from "./answers/Empty.tsx"
import { ErrorBox } from "./answers/ErrorBox.tsx"
import { Skeleton } from "./answers/Skeleton.tsx"
import { Button } from "./Button.tsx"
import { type Column, Table } from "./table/Table.tsx"

/** Beside a title: how many of what it names there are, once that is known. */
export const Total = ({
  loading = false,
  of,
  one,
  other
}: {
  readonly of: number | undefined
  readonly one: string
  readonly other: string
  readonly loading?: boolean
}) => (
  <span class="quiet numbers" aria-live="polite" data-loading={loading ? "" : undefined}>
    {of !== undefined && plural(of, one, other)}
  </span>
)

/** What a view lists, in a table or otherwise, or what stands in its place: a refusal, lines while it loads, or why it is empty. */
export const Listing = <A extends object>({
  caption = "",
  children,
  columns = [],
  moreTitle = children === undefined ? "Show more" : undefined,
  none,
  noneActions,
  noneText,
  pages: { hasMore = false, items, loading, more, refusal, reload },
  rowKey = uuidOf
}: {
  readonly pages: Pick<Pages<A>, "items" | "loading" | "refusal" | "reload"> &
    Partial<Pick<Pages<A>, "hasMore" | "more">>
  readonly caption?: string
  readonly columns?: ReadonlyArray<Column<A>>
  readonly rowKey?: (row: A) => string
  /** What is said of none, and what can be done about it. */
  readonly none?: string
  readonly noneText?: ComponentChildren
  readonly noneActions?: ComponentChildren
  /** The button for the next page, where what is listed does not ask for it by itself. */
  readonly moreTitle?: string | undefined
  /** What is listed, where it is not a table of these columns. */
  readonly children?: (items: ReadonlyArray<A>) => ComponentChildren
}) => (
  <>
    <ErrorBox refusal={refusal} onRetry={reload} />
    {items === undefined && loading && <Skeleton lines={8} />}
    {items?.length === 0 && none !== undefined && (
      <Empty title={none} actions={noneActions}>
        {noneText}
      </Empty>
    )}
    {items !== undefined &&
      items.length > 0 &&
      (children?.(items) ?? <Table caption={caption} columns={columns} rows={items} rowKey={rowKey} />)}
    {hasMore && more !== undefined && moreTitle !== undefined && (
      <div>
        <Button busy={loading} onClick={more}>
          {moreTitle}
        </Button>
      </div>
    )}
  </>
)

const uuidOf = (row: object): string => ("uuid" in row ? String(row.uuid) : "")
