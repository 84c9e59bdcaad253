import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../kit/nullable.ts'

/** Body of `PUT /api/brands/{id}`. See Limits. */
export const MAX_BRAND_BYTES = 512 * 1024
/** Words in the glossary of a brand. See Limits. */
export const MAX_GLOSSARY_ENTRIES = 500
/** The tone of a brand. See Limits. */
export const MAX_TONE_CHARACTERS = 4_000
/** Names and words in a brand. See Limits. */
export const MAX_BRAND_WORD_CHARACTERS = 200

const Word = Type.String({ minLength: 1, maxLength: MAX_BRAND_WORD_CHARACTERS, pattern: '\\S' })

export const BrandParams = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }),
})

const CaptionRulesView = Type.Object(
  {
    max_line_characters: Type.Optional(Type.Integer({ minimum: 10, maximum: 200 })),
    max_lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    max_characters_per_second: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
    min_cue_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    min_gap_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 5_000 })),
  },
  { additionalProperties: false, description: 'What is left out is as without a brand' },
)

const Glossary = Type.Array(
  Type.Object(
    { term: Word, use: Word },
    {
      additionalProperties: false,
      description: 'use: what stands for the term; itself to keep it',
    },
  ),
  { maxItems: MAX_GLOSSARY_ENTRIES },
)

const LANGUAGE = {
  pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$',
  examples: ['en'],
  description: 'As in BCP 47: de, pt-BR',
}
const TONE = { maxLength: MAX_TONE_CHARACTERS, description: 'How to write, in words for a model' }

export const BrandBody = Type.Object(
  {
    name: Word,
    language: Type.Optional(nullable(Type.String(LANGUAGE))),
    tone: Type.Optional(nullable(Type.String(TONE))),
    glossary: Type.Optional(Glossary),
    caption_rules: Type.Optional(CaptionRulesView),
    voice: Type.Optional(nullable(Word)),
  },
  { additionalProperties: false },
)
export type BrandBody = Static<typeof BrandBody>

export const BrandView = Type.Object(
  {
    id: Type.String({ examples: ['acme'] }),
    name: Type.String(),
    language: nullable(Type.String(LANGUAGE)),
    tone: nullable(Type.String(TONE)),
    glossary: Glossary,
    caption_rules: CaptionRulesView,
    voice: nullable(Type.String()),
  },
  { $id: 'Brand' },
)
export type BrandView = Static<typeof BrandView>
