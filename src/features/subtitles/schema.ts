import { type Static, Type } from '@sinclair/typebox'
import { CUE_BOUNDS } from '../../media/subtitles/cues-of.ts'
import { component } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import type { BodyExamples } from '../shared/openapi.ts'
import { CaptionRules } from './caption.ts'

/** Subtitles and a script together. @limit perfect-srt-body MiB */
export const MAX_PERFECT_BYTES = 5 * 1024 ** 2
/** @limit translate-body MiB */
export const MAX_TRANSLATE_BYTES = 1024 ** 2
const MAX_NAME_CHARACTERS = 200

const Srt = Type.String({
  minLength: 1,
  description: 'SubRip or WebVTT, well-formed or not',
  examples: ['1\n00:00:01,000 --> 00:00:02,500\nHello, everyone.\n'],
})
const JobId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'A transcription job that has succeeded, in place of `srt`',
})
const Brand = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a brand' })
const Engine = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_CHARACTERS,
  description: '`auto`, an engine’s id, or `engine/model`',
  examples: ['auto'],
})
const Title = Type.String({
  maxLength: MAX_NAME_CHARACTERS,
  description: 'What it is from: the model is told, and your history is named by it',
})
const Async = Type.Boolean({ description: 'Answer with a job at once' })
const { maxLineCharacters, maxLines, maxCharactersPerSecond, minCueSeconds, minGapMs } =
  CaptionRules.properties

export const PerfectBody = Type.Object(
  {
    srt: Type.Optional(Srt),
    job_id: Type.Optional(JobId),
    max_line_characters: Type.Optional({
      ...maxLineCharacters,
      description: `By default ${CUE_BOUNDS.maxLineCharacters}`,
    }),
    max_lines: Type.Optional({ ...maxLines, description: `By default ${CUE_BOUNDS.maxLines}` }),
    max_characters_per_second: Type.Optional({
      ...maxCharactersPerSecond,
      description: `By default ${CUE_BOUNDS.maxCharactersPerSecond}`,
    }),
    min_cue_seconds: Type.Optional({
      ...minCueSeconds,
      description: `By default ${CUE_BOUNDS.minCueMs / 1000}`,
    }),
    min_gap_ms: Type.Optional({ ...minGapMs, description: `By default ${CUE_BOUNDS.minGapMs}` }),
    brand: Type.Optional({ ...Brand, description: 'Its caption rules count where none is given' }),
    script: Type.Optional(
      Type.String({
        pattern: '\\S',
        description: 'The correct text: the cues get its words, each once and in order',
      }),
    ),
    async: Type.Optional(Async),
  },
  { description: 'One of `srt` and `job_id`' },
)
export type PerfectBody = Static<typeof PerfectBody>

const Code = (codes: readonly string[], description: string) =>
  Type.String({ description, examples: [...codes] })

export const PerfectView = component('PerfectSrt', {
  status: Type.Literal('succeeded'),
  srt: Type.String(),
  changes: Type.Array(
    Type.Object({
      code: Code(
        ['split'],
        '`removed_empty`, `swapped_times`, `moved`, `replaced_text`, `not_in_script`, `split`, `merged`, `rebroken_lines`, `started_earlier`, `started_later`, `ended_earlier` or `ended_later`',
      ),
      cue: nullable(Type.Integer({ description: 'Number in `srt`; null for a cue that is gone' })),
      source: Type.Integer({ description: 'Position in what was sent, from 1' }),
      detail: Type.String(),
    }),
  ),
  unmet: Type.Optional(
    Type.Array(
      Type.Object({
        code: Code(
          ['too_fast'],
          '`line_too_long`, `too_many_lines`, `too_fast`, `too_short` or `gap_too_small`',
        ),
        cue: Type.Integer({ description: 'Number in `srt`' }),
        detail: Type.String(),
      }),
      { description: 'What could not be satisfied; absent where all is' },
    ),
  ),
  more_changes: Type.Optional(Type.Integer({ description: 'Changes that are not listed' })),
  more_unmet: Type.Optional(Type.Integer()),
})

export const TranslateBody = Type.Object(
  {
    text: Type.Optional(Type.String({ pattern: '\\S', examples: ['Good morning, everyone.'] })),
    srt: Type.Optional(Srt),
    job_id: Type.Optional(JobId),
    target: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'A tag such as `de` or `pt-BR`, or a name such as `German`',
      examples: ['de'],
    }),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The same; else the engine finds out',
      }),
    ),
    brand: Type.Optional({ ...Brand, description: 'Its glossary and its tone are followed' }),
    engine: Type.Optional(Engine),
    title: Type.Optional(Title),
    async: Type.Optional(Async),
  },
  { description: 'One of `text`, `srt` and `job_id`' },
)
export type TranslateBody = Static<typeof TranslateBody>

export const TranslationView = component('Translation', {
  status: Type.Literal('succeeded'),
  text: Type.Optional(Type.String({ description: 'Where a text was sent' })),
  srt: Type.Optional(Type.String({ description: 'Else; with the same numbers and times' })),
  target: Type.String({ description: 'BCP 47', examples: ['de'] }),
  source: Type.Optional(Type.String()),
  engine: Type.Optional(Type.String({ description: 'Absent where nothing had to be translated' })),
  model: Type.Optional(Type.String()),
  problems: Type.Optional(
    Type.Array(
      Type.Object({
        cue: Type.Optional(Type.Integer({ description: 'Its number, in subtitles' })),
        excerpt: Type.String({ description: 'How it begins' }),
        reason: Type.String(),
      }),
      { description: 'What keeps its text, as no usable translation came; absent for none' },
    ),
  ),
})

export const PERFECT_EXAMPLES: BodyExamples = {
  overlap: {
    summary: 'Cues that overlap, in the wrong order',
    value: {
      srt: '1\n00:00:03,000 --> 00:00:05,000\nIt works.\n\n2\n00:00:01,000 --> 00:00:03,500\nHello, everyone.\n',
    },
  },
  script: {
    summary: 'The words of a script, with the times of a transcription engine',
    value: {
      srt: '1\n00:00:01,000 --> 00:00:03,000\nhallo every one\n',
      script: 'Hello, everyone.',
    },
  },
}

export const TRANSLATE_EXAMPLES: BodyExamples = {
  text: { summary: 'A text', value: { text: 'Good morning, everyone.', target: 'German' } },
  subtitles: {
    summary: 'Subtitles, as a job',
    value: {
      srt: '1\n00:00:01,000 --> 00:00:03,000\nGood morning, everyone.\n',
      target: 'pt-BR',
      async: true,
    },
  },
}
