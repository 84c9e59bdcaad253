import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { clockTime, spokenTime } from '../../ui/audio/clock-time.ts'
import { memo } from '../../ui/memo.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import type { Cue } from './cues.ts'
import { m } from './messages/en.ts'

/** Segments that are drawn at a time, and laid out at a time when they come near what is seen. */
const BLOCK = 50
/** Only Chromium and newer browsers know editing that takes no markup. */
const EDITABLE = canEditPlain() ? 'plaintext-only' : true

interface SegmentListProps {
  cues: readonly Cue[]
  /** The same places in another language, beside them. */
  beside?: readonly string[] | undefined
  /** Which one is spoken now; -1 for none. */
  current: Signal<number>
  /** Plays from a time; undefined where there is nothing to play. */
  onSeek: ((seconds: number) => void) | undefined
  onEdit: (index: number, text: string) => void
}

/**
 * The segments of a transcript, to be read, edited and played from. It is one stop for the Tab key:
 * the arrow keys go from one segment to the next. A change of `cues` as a whole needs another key.
 */
export function SegmentList({ cues, beside, current, onSeek, onEdit }: SegmentListProps) {
  const list = useRef<HTMLOListElement>(null)
  const blocks = useMemo(() => Math.ceil(cues.length / BLOCK), [cues.length])
  const drawn = useSignal(1)
  useEffect(() => {
    if (drawn.value >= blocks) return
    return whenIdle(() => {
      drawn.value += 1
    })
  }, [drawn.value, blocks])
  useEffect(() => markCurrent(list, current, drawn), [])
  const latest = useRef({ cues, onSeek, onEdit })
  latest.current = { cues, onSeek, onEdit }
  const actions = useMemo(
    (): RowActions => ({
      seek: (index) => latest.current.onSeek?.(latest.current.cues[index]?.start ?? 0),
      edit: (index, text) => latest.current.onEdit(index, text),
      go: (from, to) => focusRow(list.current, from, to),
    }),
    [],
  )
  return (
    <ol class={beside === undefined ? 'segments' : 'segments two'} ref={list}>
      {Array.from({ length: Math.min(drawn.value, blocks) }, (_, block) => (
        <SegmentBlock
          key={block}
          cues={cues}
          beside={beside}
          first={block * BLOCK}
          canPlay={onSeek !== undefined}
          actions={actions}
        />
      ))}
    </ol>
  )
}

interface RowActions {
  seek: (index: number) => void
  edit: (index: number, text: string) => void
  go: (from: Element, to: 'before' | 'after' | 'first' | 'last') => void
}

interface SegmentBlockProps {
  cues: readonly Cue[]
  beside: readonly string[] | undefined
  first: number
  canPlay: boolean
  actions: RowActions
}

const SegmentBlock = memo(({ cues, beside, first, canPlay, actions }: SegmentBlockProps) => (
  <li class="segment-block">
    <ol start={first + 1}>
      {cues.slice(first, first + BLOCK).map((cue, index) => (
        <Segment
          key={index}
          cue={cue}
          index={first + index}
          beside={beside?.[first + index]}
          canPlay={canPlay}
          actions={actions}
        />
      ))}
    </ol>
  </li>
))

interface SegmentProps {
  cue: Cue
  index: number
  beside: string | undefined
  canPlay: boolean
  actions: RowActions
}

function Segment({ cue: { start, text }, index, beside, canPlay, actions }: SegmentProps) {
  // What is typed is in the document already.
  const first = useRef(text)
  const isFirst = index === 0
  return (
    <li class="segment">
      {canPlay ? (
        <button
          type="button"
          class="segment-time number"
          aria-label={m.playFrom(clockTime(start))}
          tabIndex={isFirst ? 0 : -1}
          onClick={() => actions.seek(index)}
          onKeyDown={(event) => onMove(event, actions, true)}
        >
          {clockTime(start)}
        </button>
      ) : (
        <span class="segment-time number">{clockTime(start)}</span>
      )}
      {/* A field with thousands of siblings: an element of its own kind would be slow. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        class="segment-text"
        role="textbox"
        aria-multiline="true"
        aria-label={m.textAt(spokenTime(start))}
        contentEditable={EDITABLE as 'plaintext-only'}
        spellcheck={false}
        dir="auto"
        tabIndex={isFirst ? 0 : -1}
        onFocus={({ currentTarget }) => moveStop(currentTarget)}
        onInput={({ currentTarget }) => actions.edit(index, currentTarget.textContent ?? '')}
        onKeyDown={(event) => onMove(event, actions, false)}
      >
        {first.current}
      </div>
      {beside !== undefined && (
        <p class="segment-beside" dir="auto">
          {beside}
        </p>
      )}
    </li>
  )
}

/** In a text, only at its edges: else the caret moves. */
function onMove(event: KeyboardEvent, actions: RowActions, isButton: boolean): void {
  const { key, currentTarget, ctrlKey, metaKey } = event
  if (!(currentTarget instanceof HTMLElement)) return
  if (key === 'Escape' && !isButton) {
    const time = currentTarget.parentElement?.querySelector<HTMLElement>('button')
    time?.focus()
    return
  }
  const to = targetOf(key, isButton || ctrlKey || metaKey)
  if (to === undefined) return
  if (!isButton && !isAtEdge(currentTarget, to)) return
  event.preventDefault()
  actions.go(currentTarget, to)
}

function targetOf(key: string, isFar: boolean) {
  if (key === 'ArrowUp') return 'before'
  if (key === 'ArrowDown') return 'after'
  if (key === 'Home' && isFar) return 'first'
  return key === 'End' && isFar ? 'last' : undefined
}

/** Whether the caret is in the first or the last line of a text. */
function isAtEdge(element: HTMLElement, to: 'before' | 'after' | 'first' | 'last'): boolean {
  const selection = getSelection()
  if (to === 'first' || to === 'last' || selection === null || selection.rangeCount === 0)
    return true
  const caret = selection.getRangeAt(0).getBoundingClientRect()
  // An empty text has no rectangle of the caret.
  if (caret.height === 0) return true
  const box = element.getBoundingClientRect()
  return to === 'before'
    ? caret.top - box.top < caret.height
    : box.bottom - caret.bottom < caret.height
}

function focusRow(
  list: HTMLElement | null,
  from: Element,
  to: 'before' | 'after' | 'first' | 'last',
): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>(`.${from.classList[0]}`) ?? [])]
  const at = rows.indexOf(from as HTMLElement)
  const index = { before: at - 1, after: at + 1, first: 0, last: rows.length - 1 }[to]
  const target = rows[index]
  if (target === undefined) return
  moveStop(target)
  target.focus()
}

/** The Tab key comes back to where it left the list. */
function moveStop(target: HTMLElement): void {
  const row = target.closest('.segment')
  const list = target.closest('.segments')
  for (const one of list?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) one.tabIndex = -1
  for (const one of row?.querySelectorAll<HTMLElement>('[tabindex]') ?? []) one.tabIndex = 0
}

/** Marks the segment that is spoken, and keeps it in sight unless something is being edited. */
function markCurrent(
  list: { readonly current: HTMLElement | null },
  current: Signal<number>,
  drawn: Signal<number>,
): () => void {
  let marked: Element | undefined
  return current.subscribe((index) => {
    marked?.removeAttribute('aria-current')
    const blocks = list.current?.children
    if (index >= 0 && Math.floor(index / BLOCK) >= drawn.peek())
      drawn.value = Math.floor(index / BLOCK) + 1
    const block = index < 0 ? undefined : blocks?.[Math.floor(index / BLOCK)]
    marked = block?.querySelectorAll('.segment')[index % BLOCK]
    marked?.setAttribute('aria-current', 'true')
    if (document.activeElement?.closest('.segment-text') === null)
      marked?.scrollIntoView({ block: 'nearest' })
  })
}

function canEditPlain(): boolean {
  const probe = document.createElement('div')
  try {
    probe.contentEditable = 'plaintext-only'
    return true
  } catch {
    // It is an error for a browser that does not know it.
    return false
  }
}
