import { allBrands, type NamedBrand } from '../all-brands.ts'
import type { Field } from './form-fields.ts'

/** The option of a task that takes the id of a brand. */
const PATH = 'options/brand'
/** One of the ids that a field takes. */
export type NamedId = NamedBrand

/** The brands that a task can be given, where it takes one. */
export async function loadBrands(
  fields: readonly Field[],
  signal: AbortSignal,
): Promise<readonly NamedId[]> {
  if (fields.every(({ path }) => path !== PATH)) return []
  return await allBrands(signal)
}

/** The fields with the brands to choose from; without brands there is no such field. */
export function withBrands(fields: readonly Field[], brands: readonly NamedId[]): readonly Field[] {
  return fields.flatMap((field) => {
    if (field.path !== PATH || field.kind !== 'text') return [field]
    return brands.length === 0 ? [] : [{ ...field, ids: brands }]
  })
}
