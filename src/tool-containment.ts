import type { Config } from './config/load.ts'
import { ToolContainment } from './platform/containment/tool-containment.ts'

/** What the processes of tools and commands cannot get out of on this machine. */
export function toolContainment(
  { programs }: Pick<Config, 'programs'>,
  env: Readonly<Record<string, string | undefined>>,
): ToolContainment {
  return new ToolContainment({ bwrap: programs.bwrap, isWanted: programs.contain !== false, env })
}
