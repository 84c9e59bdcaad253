import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** How far down each answer of this document was read, by what was asked. */
const places = new Map<string, number>()

/** Shows each answer from its start, and one that was left where it was left. */
export function useStoredScroll(question: string): void {
  const latest = useRef(question)
  useLayoutEffect(() => {
    latest.current = question
    const main = document.querySelector('main')
    if (main !== null) main.scrollTop = places.get(question) ?? 0
  }, [question])
  useEffect(() => {
    const main = document.querySelector('main')
    const note = () => places.set(latest.current, main?.scrollTop ?? 0)
    main?.addEventListener('scroll', note, { passive: true })
    return () => main?.removeEventListener('scroll', note)
  }, [])
}
