import { type Cases, runCases } from '../run-cases.ts'
import type { ContractResult } from '../suite.ts'
import { containerCase } from './container.ts'
import { systemdCase } from './systemd.ts'

const CASES: Cases = { systemd: systemdCase, container: containerCase }

/**
 * Runs the service as it is deployed: under a booted systemd, and in the container's image.
 *
 * @param chosen Their names; by default all
 */
export function runDeployment(chosen?: readonly string[]): Promise<ContractResult> {
  return runCases(CASES, chosen)
}
