import { useEffect, useRef } from 'preact/hooks'

/**
 * The heading of an answer. It takes the focus that the link or button before it has left behind, so
 * that a screen reader reads it and the keyboard goes on from there.
 */
export function AnswerTitle({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement?.matches('main')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} dir="auto">
      {text}
    </h2>
  )
}
