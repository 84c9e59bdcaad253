import { foldName } from '../../db/fold-name.ts'
import { AppError } from '../../platform/errors.ts'

/** The name of the Primary Key in usage records and the audit. */
export const PRIMARY_LABEL = 'Primary Key'

/** Names of callers that are neither keys nor users, folded. */
const RESERVED: ReadonlySet<string> = new Set([
  foldName(PRIMARY_LABEL),
  'local network',
  'anonymous',
  'hearth',
])

/** Whether a name is of a caller that is neither a key nor a user. */
export function isReservedLabel(name: string): boolean {
  return RESERVED.has(foldName(name))
}

/**
 * Refuses a key's label that names another caller in usage records.
 *
 * @param isTaken Whether another key or a user has this name
 * @throws {AppError} `conflict` when the label is reserved or taken, without regard to case
 */
export function requireFreeLabel(label: string, isTaken: (name: string) => boolean): void {
  if (!isReservedLabel(label) && !isTaken(label)) return
  throw new AppError('conflict', 'Choose another label: another caller has this name', {
    param: 'label',
  })
}
