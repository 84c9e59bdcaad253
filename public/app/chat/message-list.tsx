import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import type { ShownMessage } from './branches.ts'
import { m } from './messages/en.ts'

/** Messages that are drawn at a time, and laid out at a time when they come near what is seen. */
const MESSAGES_OF_BLOCK = 20
/** How near the end counts as the end, in pixels. */
const END_PX = 80
/** Blocks that are drawn at once when a conversation is opened: more than a screen has. */
const FIRST_BLOCKS = 2
/** How far above what is seen earlier messages are drawn at once, in pixels. */
const AHEAD_PX = 3_000

interface MessageListProps {
  branch: readonly ShownMessage[]
  /** Id of the message that is brought into sight. */
  target: string | undefined
  /** Whether messages before these are being loaded. */
  isLoadingEarlier: boolean
  draw: (shown: ShownMessage) => preact.ComponentChild
}

/**
 * The messages of a branch. The last ones are drawn first, then all earlier ones, so that the
 * browser's own search finds them. The end is kept in sight while text comes, unless somebody reads
 * further up.
 */
export function MessageList({ branch, target, isLoadingEarlier, draw }: MessageListProps) {
  const count = branch.length
  /** The message that was the first: a block begins with it, whatever comes before it later. */
  const anchor = useRef<string | undefined>(undefined)
  const blocks = useMemo(() => {
    const place = branch.findIndex(({ message }) => message.id === anchor.current)
    if (place === -1) anchor.current = branch[0]?.message.id
    return blocksOf(branch, Math.max(0, place))
  }, [branch])
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const isAtEnd = useSignal(true)
  /** Counted from the end, as earlier messages may come later. */
  const drawn = useSignal(FIRST_BLOCKS)
  const lastTop = useRef(0)
  const toEnd = () => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }
  const lastId = branch.at(-1)?.message.id
  const shownLast = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    // With the same end, only earlier messages have come.
    if (shownLast.current === lastId && !isAtEnd.peek()) return
    shownLast.current = lastId
    isAtEnd.value = true
    toEnd()
  }, [count])
  useEffect(() => {
    const watched = column.current
    if (watched === null) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.peek()) toEnd()
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  const hidden = Math.max(0, blocks.length - drawn.value)
  const place = branch.findIndex(({ message }) => message.id === target)
  const targetBlock = blocks.findIndex((block) =>
    block.some(({ message }) => message.id === target),
  )
  useLayoutEffect(() => {
    if (place === -1) return
    const before = blocks.slice(0, hidden).flat().length
    if (targetBlock < hidden) drawn.value = blocks.length - Math.max(0, targetBlock - 1)
    else show(column.current?.querySelectorAll('article')[place - before])
  }, [place, targetBlock < hidden])
  const show = (element: Element | undefined) => {
    isAtEnd.value = false
    element?.scrollIntoView({ block: 'center' })
    element?.classList.add('target')
  }
  return (
    <div
      class="message-list"
      ref={scroller}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
        // Somebody has scrolled up; what grows by itself moves the end only.
        if (scrollHeight - scrollTop - clientHeight < END_PX) isAtEnd.value = true
        else if (scrollTop < lastTop.current) isAtEnd.value = false
        lastTop.current = scrollTop
      }}
    >
      <div class="column" ref={column}>
        {isLoadingEarlier && (
          <p class="quiet small earlier" role="status">
            {m.loadingEarlier}
          </p>
        )}
        {hidden > 0 && (
          <Earlier
            key={hidden}
            scroller={scroller}
            onDraw={() => {
              drawn.value = blocks.length - hidden + 1
            }}
          />
        )}
        {blocks.slice(hidden).map((messages) => (
          <div key={messages[0]?.message.id} class="messages">
            {messages.map(draw)}
          </div>
        ))}
      </div>
      {!isAtEnd.value && (
        <button type="button" class="button icon to-end" aria-label={m.toEnd} onClick={toEnd}>
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}

/** @param place Of a message that begins a block */
function blocksOf(branch: readonly ShownMessage[], place: number): (readonly ShownMessage[])[] {
  const blocks: (readonly ShownMessage[])[] = []
  const first = place % MESSAGES_OF_BLOCK
  if (first > 0) blocks.push(branch.slice(0, first))
  for (let start = first; start < branch.length; start += MESSAGES_OF_BLOCK)
    blocks.push(branch.slice(start, start + MESSAGES_OF_BLOCK))
  return blocks
}

interface EarlierProps {
  scroller: { readonly current: HTMLElement | null }
  onDraw: () => void
}

/**
 * Stands for the messages that are not drawn yet: some are when it comes near, or when there is
 * nothing else to do. Made anew each time, so that it looks again.
 */
function Earlier({ scroller, onDraw }: EarlierProps) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onDraw()
      },
      { root: scroller.current, rootMargin: `${AHEAD_PX}px 0px 0px` },
    )
    observer.observe(mark.current)
    const cancel = whenIdle(onDraw)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [])
  return (
    <p ref={mark} class="quiet small earlier">
      {m.earlier}
    </p>
  )
}
