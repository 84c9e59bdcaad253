import type { Containment } from '../../src/platform/containment/contract.ts'
import { ControlGroup, ToolContainment } from '../../src/platform/containment/tool-containment.ts'

/** What this machine can contain processes with; says what it cannot. */
export async function usableContainments(): Promise<readonly Containment[]> {
  const namespace = await new ToolContainment({ env: process.env }).find()
  const group = await ControlGroup.find()
  const found = [namespace?.kind === 'pid-namespace' ? namespace : undefined, group]
  if (found[0] === undefined)
    console.log('Skipped: PID namespaces, which bubblewrap cannot make here')
  if (found[1] === undefined) console.log('Skipped: control groups, which cannot be made here')
  return found.flatMap((one) => one ?? [])
}
