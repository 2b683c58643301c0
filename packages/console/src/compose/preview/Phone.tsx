import "./phone.css"
import { useEffect, useRef, useState } from "preact/hooks"
import { IconButton } from "../../ui/Button.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"
import { Formatted, Plain } from "./Formatted.tsx"
import type { Message, MessagePart } from "./Message.ts"
import { formatNumber } from "../../texts/Text.ts"

const mediaTitles = { image: "Picture", video: "Video", document: "Document" } as const

/** A message as a phone shows it. Media are placeholders, so the page makes no requests to other servers. */
export const Phone = ({ from, message }: { readonly from: string; readonly message: Message }) => (
  <div class="phone" role="group" aria-label="The message on a phone">
    <div class="phone-bar" aria-hidden="true">
      <span class="phone-face" />
      <span class="cut">{from === "" ? "Sender" : from}</span>
    </div>
    <div class="phone-chat">
      <Bubble part={message} />
      {message.cards !== null && <Cards cards={message.cards} />}
    </div>
  </div>
)

const Bubble = ({ isCard, part }: { readonly part: MessagePart; readonly isCard?: boolean }) => {
  const { body, buttons, footer, header } = part
  const isUnknown = body === null && buttons === null
  return (
    <div class={isCard ? "phone-bubble phone-card" : "phone-bubble"}>
      {header !== null && <Header header={header} />}
      {isUnknown && <p class="phone-unknown">No preview. The text of this template is only in the messenger.</p>}
      {body !== null && <Formatted written={body} />}
      {footer !== null && (
        <p class="phone-footer" dir="auto">
          {footer}
        </p>
      )}
      {buttons !== null && buttons.length > 0 && (
        <ul class="phone-buttons">
          {buttons.map(({ label, value }, at) => (
            <li key={at} class="phone-button" title={value ?? undefined}>
              <span class="phone-button-label" dir="auto">
                <Icon name={iconOf(value)} />
                {label}
              </span>
              {value !== null && (
                <span class="phone-button-value cut">
                  <Plain written={value} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const iconOf = (value: string | null): IconName => {
  if (value === null) return "messages"
  return /^https?:/.test(value) ? "out" : "copy"
}

const Header = ({ header: { type, value } }: { readonly header: NonNullable<MessagePart["header"]> }) =>
  type === "text" ? (
    <p class="phone-head" dir="auto">
      <Plain written={value} />
    </p>
  ) : (
    <div class={`phone-media phone-${type}`}>
      <Icon name={type === "document" ? "fields" : type === "video" ? "play" : "columns"} />
      <span>{mediaTitles[type]}</span>
      <span class="phone-media-name">
        <Plain written={lastOf(value)} />
      </span>
    </div>
  )

/** Returns the file name in a URL. */
const lastOf = (url: string): string =>
  url
    .replace(/[?#].*$/, "")
    .split("/")
    .at(-1) || url

/** Swipeable cards. Buttons and arrow keys move between them too. */
const Cards = ({ cards }: { readonly cards: ReadonlyArray<MessagePart> }) => {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const last = cards.length - 1
  useEffect(() => setCurrent((before) => Math.min(before, last)), [last])
  const show = (index: number) => {
    const to = Math.max(0, Math.min(last, index))
    setCurrent(to)
    const card = list.current?.children[to]
    if (card instanceof HTMLElement) list.current?.scrollTo({ left: card.offsetLeft - list.current.offsetLeft })
  }
  const press = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  return (
    <div class="phone-carousel" role="group" aria-label="Cards">
      <ul
        ref={list}
        class="phone-cards"
        tabIndex={0}
        aria-label={`Card ${formatNumber(current + 1)} of ${formatNumber(cards.length)}`}
        onKeyDown={press}
        onScroll={({ currentTarget }) => {
          const { clientWidth, scrollLeft, scrollWidth } = currentTarget
          const room = scrollWidth - clientWidth
          if (room > 0) setCurrent(Math.round((scrollLeft / room) * last))
        }}
      >
        {cards.map((card, at) => (
          <li key={at} aria-label={`Card ${formatNumber(at + 1)} of ${formatNumber(cards.length)}`}>
            <Bubble part={card} isCard />
          </li>
        ))}
      </ul>
      <div class="phone-turn">
        <IconButton
          small
          icon="left"
          label="Previous card"
          disabled={current === 0}
          onClick={() => show(current - 1)}
        />
        <span class="numbers" aria-live="polite">
          {`Card ${formatNumber(current + 1)} of ${formatNumber(cards.length)}`}
        </span>
        <IconButton
          small
          icon="right"
          label="Next card"
          disabled={current === last}
          onClick={() => show(current + 1)}
        />
      </div>
    </div>
  )
}
