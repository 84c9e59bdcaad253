import type { Audit, AuditActor, Change } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { ownerOfUser } from '../../core/identity/actor.ts'
import { AppError } from '../../platform/errors.ts'

/** Owner of what all may use. */
export const EVERYONE = 'house'

/** Finds the person whose key it is. */
export type PersonOfKey = (keyId: string) => string | null | undefined

/**
 * Whose things a caller may use, in order of preference: its own, those of the person whose key it
 * is, and shared ones.
 */
export function ownersFor({ owner, keyId }: Caller, personOfKey: PersonOfKey): string[] {
  const person = keyId === null ? undefined : personOfKey(keyId)
  return [owner, ...(person ? [ownerOfUser(person)] : []), EVERYONE]
}

/** Whether a caller may change what belongs to an owner. */
export function mayChange({ owner, isOwner = false }: Caller, of: string): boolean {
  return of === EVERYONE ? isOwner : of === owner
}

/**
 * The owner of what a caller makes.
 *
 * @throws {AppError} `forbidden` where it is for all and the caller is no admin
 */
export function ownerOfNew(caller: Caller, isShared: boolean): string {
  if (!isShared) return caller.owner
  requireChange(caller, EVERYONE)
  return EVERYONE
}

/** @throws {AppError} `forbidden` */
export function requireChange(caller: Caller, of: string): void {
  if (!mayChange(caller, of))
    throw new AppError('forbidden', 'Duplicate it to change it: only an admin changes what all use')
}

/**
 * Writes a change of what all share into the audit; what is somebody's own is nobody else's business.
 *
 * @param view What the audit shows of a row
 */
export function recordShared<row extends { id: string; owner: string }>(
  audit: Audit,
  auditActor: AuditActor,
  { action, before, after }: { action: Change['action']; before?: row; after?: row },
  view: (row: row) => object,
): void {
  const row = after ?? before
  if (row?.owner !== EVERYONE) return
  audit.record(auditActor, {
    action,
    subject: row.id,
    before: before && view(before),
    after: after && view(after),
  })
}
