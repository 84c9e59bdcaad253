import { AppError } from '../../platform/errors.ts'

/** Names of callers that are not keys, folded. */
const RESERVED: ReadonlySet<string> = new Set(['primary key', 'local network', 'anonymous'])

/**
 * Refuses a key's label that names another caller in usage records.
 *
 * @param taken Labels of other keys and names of users
 * @throws {AppError} `conflict` when the label is reserved or taken, without regard to case
 */
export function requireFreeLabel(label: string, taken: Iterable<string>): void {
  const folded = foldLabel(label)
  if (!RESERVED.has(folded) && !hasFolded(taken, folded)) return
  throw new AppError('conflict', 'Choose another label: another caller has this name', {
    param: 'label',
  })
}

/** Makes labels equal that look alike: case, compatible forms of letters and the amount of white space. */
export function foldLabel(label: string): string {
  return label.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function hasFolded(labels: Iterable<string>, folded: string): boolean {
  for (const label of labels) if (foldLabel(label) === folded) return true
  return false
}
