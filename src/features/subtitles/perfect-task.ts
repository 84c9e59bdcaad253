import { type Static, Type } from '@sinclair/typebox'
import { requireCapability } from '../../core/caller.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { requireBrand } from '../brands/brands.ts'
import { boundsOf, CaptionRules, type FindBrand } from './caption.ts'
import { perfectSrt } from './subtitle-thread.ts'

/** Corrections need no engine, and do not wait for those that do. */
export const SUBTITLE_LANE = 'subtitles'
/** Files that are corrected at a time. @limit subtitle-files count */
export const SUBTITLE_LANE_WIDTH = 1
/** The class of corrections and translations, each with the subtitles in memory. */
export const SUBTITLE_ADMISSION = 'subtitles'
/**
 * Corrections and translations that run or wait.
 *
 * @limit subtitle-requests count max
 * @limit subtitle-requests-owner count maxPerOwner
 */
export const SUBTITLE_ADMISSION_LIMITS = { max: 40, maxPerOwner: 10 }

export const PerfectInput = Type.Object({
  srt: Type.String(),
  rules: CaptionRules,
  /** Id of a brand whose rules count where those given are silent. */
  brand: Type.Optional(Type.String()),
  script: Type.Optional(Type.String()),
})

const CODED = { code: Type.String(), detail: Type.String() }

export const PerfectResult = Type.Object({
  srt: Type.String(),
  changes: Type.Array(
    Type.Object({
      ...CODED,
      cue: Type.Union([Type.Integer(), Type.Null()]),
      source: Type.Integer(),
    }),
  ),
  unmet: Type.Array(Type.Object({ ...CODED, cue: Type.Integer() })),
  moreChanges: Type.Integer(),
  moreUnmet: Type.Integer(),
})
export type PerfectResult = Static<typeof PerfectResult>

/** Corrects subtitles. It is free. */
export function perfectTask({ findBrand }: { findBrand: FindBrand }) {
  return defineTask({
    kind: 'perfect_srt',
    idPrefix: 'trs_',
    lanes: [SUBTITLE_LANE],
    admission: SUBTITLE_ADMISSION,
    countsFailures: false,
    input: PerfectInput,
    result: PerfectResult,
    authorize: (caller) => requireCapability(caller, 'media'),
    check: (_, { brand }) => void requireBrand(findBrand, brand),
    async run({ srt, rules, brand, script }, { signal }) {
      const bounds = boundsOf(rules, requireBrand(findBrand, brand)?.captionRules)
      const { changes, unmet, moreChanges, moreUnmet, ...result } = await perfectSrt(
        { srt, bounds, script },
        signal,
      )
      return { srt: result.srt, changes, unmet, moreChanges, moreUnmet }
    },
  })
}
export type PerfectTask = ReturnType<typeof perfectTask>
