import { Audit, type AuditActor } from '../../src/core/audit/audit.ts'
import { AuditStore } from '../../src/core/audit/audit-store.ts'
import { openDatabase } from '../../src/db/open.ts'

/** The actor of changes in tests that do not check the actor. */
export const AUDIT_ACTOR: AuditActor = { actor: 'the tests', address: 'unknown', requestId: 'none' }

/** An audit with its own database, for unit tests. */
export function testAudit(): Audit {
  return new Audit({ store: new AuditStore(openDatabase(':memory:')), now: Date.now })
}
