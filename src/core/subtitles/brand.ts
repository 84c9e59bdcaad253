import type { CaptionRules } from './caption-rules.ts'

/** What translations and subtitles follow of a brand. */
export interface SubtitleBrand {
  name: string
  tone: string | null
  glossary: readonly { term: string; use: string }[]
  captionRules: CaptionRules
}

/** Finds a brand by its id. */
export type FindBrand = (id: string) => SubtitleBrand | undefined
