import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { memo } from '../memo.ts'
import type { drawFormula } from './draw-formula.ts'
import { visible } from './visible-text.ts'
import './formula.css'

interface FormulaProps {
  /** As it stands in the text, which is shown until it can be drawn, and where it is none. */
  raw: string
  text: string
  isBlock: boolean
}

/** Draws TeX; undefined before a formula has been seen. */
const draw = signal<typeof drawFormula | undefined>(undefined)

/** A formula, as MathML that the browser draws. What reads it is loaded with the first one. */
export const Formula = memo(({ raw, text, isBlock }: FormulaProps) => {
  useEffect(() => {
    if (draw.peek() !== undefined) return
    import('./draw-formula.ts').then(
      (loaded) => {
        draw.value = loaded.drawFormula
      },
      // Without a connection it stays as text.
      () => undefined,
    )
  }, [])
  const math = draw.value?.(text, isBlock)
  if (math === undefined) return <span class="formula-text">{visible(raw.trim())}</span>
  return isBlock ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <span class="formula scroll-x" tabIndex={0}>
      {math}
    </span>
  ) : (
    math
  )
})
