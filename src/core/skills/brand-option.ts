import { requireBrand } from '../brands/brands.ts'
import type { Skill } from './skill.ts'

/** The option of a skill that takes the id of a brand. */
const BRAND = 'brand'

/** What a task is told of a brand. */
export interface BrandVoice {
  name: string
  language: string | null
  tone: string | null
  glossary: readonly { term: string; use: string }[]
}

/** Finds a brand by its id. */
export type FindBrand = (id: string) => BrandVoice | undefined

/** Options of a task, and the brand that one of them has named. */
export interface BrandedOptions {
  /** Without that of the brand. */
  options: Readonly<Record<string, unknown>>
  brand: BrandVoice | undefined
}

/**
 * Replaces the option `brand`, where a skill has one, by the brand.
 *
 * @throws {AppError} `invalid` for an id that is none
 */
export function brandedOptions(
  skill: Skill,
  options: Readonly<Record<string, unknown>>,
  findBrand: FindBrand,
): BrandedOptions {
  const { [BRAND]: id, ...others } = options
  if (typeof id !== 'string' || !takesBrand(skill)) return { options, brand: undefined }
  return { options: others, brand: requireBrand(findBrand, id, `options.${BRAND}`) }
}

function takesBrand({ options }: Skill): boolean {
  return Object.hasOwn(Object(Reflect.get(options, 'properties')), BRAND)
}
