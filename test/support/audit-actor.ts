import { Audit, type AuditActor } from '../../src/core/audit.ts'
import { AuditStore } from '../../src/db/audit-store.ts'
import { openDatabase } from '../../src/db/open.ts'

/** Who changes things in the tests, where it does not matter who does. */
export const AUDIT_ACTOR: AuditActor = { actor: 'the tests', address: 'unknown', requestId: 'none' }

/** An audit of its own, for a part that is tested alone. */
export function testAudit(): Audit {
  return new Audit({ store: new AuditStore(openDatabase(':memory:')), now: Date.now })
}
