/** The stroke paths of icons, on a 16 by 16 grid. */
const shapes = {
  home: "M2.5 7.5 8 3l5.5 4.5M4 6.5v7h8v-7M6.5 13.5v-4h3v4",
  contacts: "M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.5 14c.4-2.7 2.6-4.25 5.5-4.25s5.1 1.55 5.5 4.25",
  lists: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01",
  segments: "M4 2.5h8v11l-4-3-4 3v-11Z",
  optOuts: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM4.1 4.1l7.8 7.8",
  fields: "M2.5 4.5h11v7h-11zM5.5 7v2M5 7h1M5 9h1",
  import: "M8 2v8m0 0L5 7m3 3 3-3M2.5 11v1.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11",
  compose: "M9 3.5 12.5 7M3 13l.7-3.3 7-7a1.2 1.2 0 0 1 1.7 0l.9.9a1.2 1.2 0 0 1 0 1.7l-7 7L3 13Z",
  broadcasts: "M2.5 6.5v3l2 .5 7 3V3l-7 3-2 .5ZM5 10l.8 3.2h1.7L7 10.9M13.8 6.6a2 2 0 0 1 0 2.8",
  messages: "M2.5 3.5h11v7.5H8l-3 2.5V11H2.5V3.5Z",
  events: "M1.5 8.5h3L6.2 4l3 8.5 2-4.5h3.3",
  webhooks: "M6.5 9.5a3 3 0 0 0 4.3 0l2-2a3 3 0 0 0-4.3-4.3l-.7.7M9.5 6.5a3 3 0 0 0-4.3 0l-2 2a3 3 0 0 0 4.3 4.3l.7-.7",
  tokens: "M10.3 9.2a3.6 3.6 0 1 0-3.5-3.5L2.5 10v3.5H6V12h1.5v-1.5H9l1.3-1.3ZM11 5h.01",
  settings:
    "M2.5 4.5h6M12 4.5h1.5M10.2 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM2.5 11.5H4M7.5 11.5h6M5.8 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z",
  filter: "M2 3.5h12l-4.5 5.2v4.1l-3 1.2V8.7L2 3.5Z",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  more: "M3.2 8h.5M7.75 8h.5M12.3 8h.5",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3 3",
  check: "m3 8.5 3.2 3.2L13 4.8",
  down: "m4 6.2 4 4 4-4",
  up: "m4 9.8 4-4 4 4",
  left: "m9.8 4-4 4 4 4",
  right: "m6.2 4 4 4-4 4",
  out: "M9.5 3h-6v10h6M6.5 8h7m0 0L11 5.5M13.5 8 11 10.5",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  warning: "M8 2.5 14 13H2L8 2.5ZM8 6.5V9.5M8 11.3h.01",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.3 4.5l.6 8.5h6.2l.6-8.5",
  archive: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3",
  copy: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
  download: "M8 2.5v7m0 0L5.2 6.7M8 9.5l2.8-2.8M3 13h10",
  send: "m2.5 8 11-5-3.8 10.5-2.2-4.3L2.5 8Z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "m5 3 7.5 5L5 13V3Z",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8",
  clock: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 5v3.2l2 1.3"
}

export type IconName = keyof typeof shapes

/** A decorative icon. Its meaning must be in adjacent text or its button's label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    class="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.4"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={shapes[name]} />
  </svg>
)
