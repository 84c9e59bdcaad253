import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { memo } from '../../ui/memo.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { m } from './messages/en.ts'
import type { SpokenText } from './types.ts'
import { TimeLink } from './video-details.tsx'

/** Segments that are laid out at a time, when they come near what is seen. */
const BLOCK = 50
/** Blocks that are drawn at once; so many more follow whenever there is time. */
const DRAWN_BLOCKS = 5

type Segments = readonly SpokenText['segments'][number][]

interface SpokenListProps {
  segments: Segments
  /** Of the video. */
  url: string
  language: string | null
  /** Words that are marked; empty for none. */
  search: string
}

/** The segments of a transcript with their times. Another search needs another key. */
export function SpokenList({ segments, url, language, search }: SpokenListProps) {
  const blocks = useMemo(() => blocksOf(segments), [segments])
  const drawn = useSignal(DRAWN_BLOCKS)
  useEffect(() => {
    if (drawn.value >= blocks.length) return
    return whenIdle(() => {
      drawn.value += DRAWN_BLOCKS
    })
  }, [drawn.value, blocks])
  return (
    <ol class="spoken" lang={language ?? undefined} aria-label={m.actions.transcript}>
      {blocks.slice(0, drawn.value).map((block, index) => (
        <Block key={index} segments={block} url={url} search={search} />
      ))}
    </ol>
  )
}

const Block = memo(({ segments, url, search }: Omit<SpokenListProps, 'language'>) => (
  <li class="spoken-block">
    <ol>
      {segments.map(({ start, text }, index) => (
        <li class="spoken-segment" key={index}>
          <TimeLink url={url} seconds={start} />
          <p dir="auto">
            <Marked text={text} search={search} />
          </p>
        </li>
      ))}
    </ol>
  </li>
))

function Marked({ text, search }: { text: string; search: string }) {
  if (search === '') return <>{text}</>
  const pieces: string[] = []
  const [low, target] = [text.toLowerCase(), search.toLowerCase()]
  let from = 0
  for (let at = low.indexOf(target); at >= 0; at = low.indexOf(target, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + target.length))
    from = at + target.length
  }
  pieces.push(text.slice(from))
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 0 ? (
          <Fragment key={index}>{piece}</Fragment>
        ) : (
          <mark key={index}>{piece}</mark>
        ),
      )}
    </>
  )
}

function blocksOf(segments: Segments): readonly Segments[] {
  return Array.from({ length: Math.ceil(segments.length / BLOCK) }, (_, index) =>
    segments.slice(index * BLOCK, (index + 1) * BLOCK),
  )
}
