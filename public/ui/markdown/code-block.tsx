import { useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../copy.tsx'
import { visible } from '../format.ts'
import { m } from '../messages/en.ts'
import type { Highlighted } from './highlighted.ts'

/** Longer code has one colour: highlighting it would hold up the page. */
const MAX_HIGHLIGHTED_CHARACTERS = 30_000
/** Code by a hundred lines: where it grows, the browser lays out its last ones again, not all. */
const LINES = /(?:[^\n]*\n){100}|[\s\S]+$/g
/** Names and short names of the languages that `highlight.ts` has. */
const LANGUAGES = new Set(
  'bash sh zsh css diff patch go golang java javascript js jsx mjs json json5 jsonc python py rust rs sql typescript ts tsx xml html xhtml svg yaml yml'.split(
    ' ',
  ),
)

/** Whether the text around may still grow: what grows is not highlighted. */
export const Growing = createContext(false)

/** A block of code, with a button that copies it; in colours as soon as it is seen and whole. */
export function CodeBlock({ text, language }: { text: string; language: string | undefined }) {
  const name = language?.split(/[\s,{]/, 1)[0] ?? ''
  const isGrowing = useContext(Growing)
  const block = useRef<HTMLPreElement>(null)
  const pieces = useSignal<readonly Highlighted[] | undefined>(undefined)
  const known = name.toLowerCase()
  const isPlain = isGrowing || text.length > MAX_HIGHLIGHTED_CHARACTERS || !LANGUAGES.has(known)
  useEffect(() => {
    pieces.value = undefined
    if (isPlain || block.current === null) return
    let isTarget = true
    const unobserve = whenSeen(block.current, async () => {
      // A failure to load it leaves the code as it is.
      const loaded = await import('./highlight.ts').catch(() => undefined)
      if (loaded !== undefined && isTarget) pieces.value = loaded.highlight(text, known)
    })
    return () => {
      isTarget = false
      unobserve()
    }
  }, [text, known, isPlain])
  return (
    <figure class="code-block">
      <figcaption>
        <span>{visible(name)}</span>
        <CopyButton text={() => text} label={m.copyCode} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre ref={block} tabIndex={0}>
        <code>
          {pieces.value === undefined
            ? text.match(LINES)?.map((lines, index) => (
                <span key={index} class="code-lines">
                  {visible(lines)}
                </span>
              ))
            : pieces.value.map(({ text: piece, scope }, index) =>
                scope === undefined ? (
                  visible(piece)
                ) : (
                  <span key={index} class={`code-${scope}`}>
                    {visible(piece)}
                  </span>
                ),
              )}
        </code>
      </pre>
    </figure>
  )
}

/** How far from what is seen an element counts as seen, in pixels. */
const AHEAD_PX = 400

type Callback = () => unknown

const callbacks = new WeakMap<Element, Callback>()
let observer: IntersectionObserver | undefined

/** Calls back once when an element comes near. @returns Ends it */
function whenSeen(element: Element, callback: Callback): () => void {
  // One for all: a browser looks at each observer in each frame.
  observer ??= new IntersectionObserver(notify, { rootMargin: `${AHEAD_PX}px` })
  callbacks.set(element, callback)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function notify(entries: readonly IntersectionObserverEntry[], from: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    from.unobserve(target)
    void callbacks.get(target)?.()
  }
}
