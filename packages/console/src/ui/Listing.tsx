import type { ComponentChildren } from "preact"
import type { Loaded } from "../api/Load.ts"
import type { Pages } from "../api/Pages.ts"
import { plural } from "../texts/Text.ts"
import { Empty } from "./answers/Empty.tsx"
import { ErrorBox } from "./answers/ErrorBox.tsx"
import { Skeleton } from "./answers/Skeleton.tsx"
import { Button } from "./Button.tsx"
import { Page, type PageProps } from "./Page.tsx"
import { type Column, Table } from "./table/Table.tsx"
import { Tabs, type TabsProps } from "./Tabs.tsx"

interface TotalProps {
  readonly of: number | undefined
  readonly one: string
  readonly other: string
  readonly loading?: boolean
}

/** The number of items, next to a title, once it is known. */
export const Total = ({ loading = false, of, one, other }: TotalProps) => (
  <span class="quiet numbers" aria-live="polite" data-loading={loading ? "" : undefined}>
    {of !== undefined && plural(of, one, other)}
  </span>
)

interface ListingProps<A extends object> {
  readonly pages: Pick<Pages<A>, "items" | "loading" | "refusal" | "reload"> &
    Partial<Pick<Pages<A>, "hasMore" | "more" | "total">>
  readonly caption?: string
  readonly columns?: ReadonlyArray<Column<A>>
  readonly rowKey?: (row: A) => string
  /** The message for an empty listing. */
  readonly none?: string
  readonly noneText?: ComponentChildren
  readonly noneActions?: ComponentChildren
  /** The title of the button for the next page. Absent if the content loads pages by itself. */
  readonly moreTitle?: string | undefined
  /** Renders the items, if they are not a table of these columns. */
  readonly children?: (items: ReadonlyArray<A>) => ComponentChildren
}

/**
 * The items of a view, in a table by default. Without items, shows an error, a loading state, or why the listing is empty.
 */
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
}: ListingProps<A>) => (
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

/** A view that lists all items of a kind, with their number, tabs and action dialogs. */
export const ListPage = <A extends object, Name extends string = string>({
  actions,
  dialogs,
  fill = false,
  tabs,
  title,
  tools,
  total,
  ...listing
}: ListingProps<A> &
  Pick<PageProps, "actions" | "fill" | "title"> & {
    /** The total of the items; `of` if the pages don't have it. */
    readonly total?: Omit<TotalProps, "of"> & Partial<Pick<TotalProps, "of">>
    readonly tabs?: Omit<TabsProps<Name>, "children">
    /** The content between the heading and the items. */
    readonly tools?: ComponentChildren
    readonly dialogs?: ComponentChildren
  }) => (
  <Page
    title={title}
    fill={fill}
    actions={actions}
    aside={total && <Total {...total} of={"of" in total ? total.of : listing.pages.total} />}
  >
    {tools}
    {tabs === undefined ? (
      <Listing {...listing} />
    ) : (
      <Tabs {...tabs}>
        <div class="stack">
          <Listing {...listing} />
        </div>
      </Tabs>
    )}
    {dialogs}
  </Page>
)

/** A view of one resource, or the reason why it can't be shown. */
export const LoadedPage = <A,>({
  children,
  loaded: { loading, refusal, reload, value },
  ...page
}: Pick<PageProps, "back" | "title"> & {
  readonly loaded: Loaded<A>
  readonly children: (value: A, problem: ComponentChildren) => ComponentChildren
}) => {
  const problem = <ErrorBox refusal={refusal} onRetry={reload} />
  if (value !== undefined) return <>{children(value, problem)}</>
  return (
    <Page {...page}>
      {problem}
      {loading && <Skeleton lines={8} />}
    </Page>
  )
}
