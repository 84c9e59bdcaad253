import { AppError } from '../../platform/errors.ts'
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

/**
 * The brand that a request names, undefined where it names none.
 *
 * @throws {AppError} `invalid` for an id that is none
 */
export function requireBrand(
  findBrand: FindBrand,
  id: string | undefined,
): SubtitleBrand | undefined {
  if (id === undefined) return undefined
  const brand = findBrand(id)
  if (brand !== undefined) return brand
  throw new AppError('invalid', `There is no brand ${JSON.stringify(id.slice(0, 64))}`, {
    param: 'brand',
  })
}
