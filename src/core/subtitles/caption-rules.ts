import { type Static, Type } from '@sinclair/typebox'
import { CUE_BOUNDS, type CueBounds } from '../../platform/subtitles/cues-of.ts'

/** What a subtitle has to be like, in part; the rest is as usual. See Limits. */
export const CaptionRules = Type.Partial(
  Type.Object({
    maxLineCharacters: Type.Integer({ minimum: 10, maximum: 200 }),
    maxLines: Type.Integer({ minimum: 1, maximum: 10 }),
    maxCharactersPerSecond: Type.Number({ minimum: 1, maximum: 100 }),
    minCueSeconds: Type.Number({ minimum: 0, maximum: 10 }),
    minGapMs: Type.Integer({ minimum: 0, maximum: 5000 }),
  }),
)
export type CaptionRules = Static<typeof CaptionRules>

/** Rules with what they leave out. @param brand Counts where the rules are silent */
export function boundsOf(rules: CaptionRules, brand: CaptionRules = {}): CueBounds {
  const { minCueSeconds, ...given } = { ...brand, ...rules }
  const minCueMs =
    minCueSeconds === undefined ? CUE_BOUNDS.minCueMs : Math.round(minCueSeconds * 1000)
  return { ...CUE_BOUNDS, ...given, minCueMs }
}
