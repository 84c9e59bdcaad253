import { visible } from '../format.ts'
import { memo } from '../memo.ts'
import { lazyPart, useLazy } from '../use-lazy.ts'
import './formula.css'

interface FormulaProps {
  /** As it stands in the text, which is shown until it can be drawn, and where it is none. */
  raw: string
  text: string
  isBlock: boolean
}

const drawing = lazyPart(() => import('./draw-formula.ts'))

/** A formula, as MathML that the browser draws. What reads it is loaded with the first one. */
export const Formula = memo(({ raw, text, isBlock }: FormulaProps) => {
  const math = useLazy(drawing, true)?.drawFormula(text, isBlock)
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
