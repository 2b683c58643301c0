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

/** Beside a title: how many of what it names there are, once that is known. */
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
  /** What is said of none, and what can be done about it. */
  readonly none?: string
  readonly noneText?: ComponentChildren
  readonly noneActions?: ComponentChildren
  /** The button for the next page, where what is listed does not ask for it by itself. */
  readonly moreTitle?: string | undefined
  /** What is listed, where it is not a table of these columns. */
  readonly children?: (items: ReadonlyArray<A>) => ComponentChildren
}

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

/** A view of all that the workspace has of a kind: how many, in tabs, and the dialogs for what is done with it. */
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
    /** How many there are, where they are counted; `of` where the pages do not say it. */
    readonly total?: Omit<TotalProps, "of"> & Partial<Pick<TotalProps, "of">>
    readonly tabs?: Omit<TabsProps<Name>, "children">
    /** What stands between the heading and what is listed. */
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

/** A view of one thing, or why it is not there. */
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
