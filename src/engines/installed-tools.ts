import { agy } from './agy/agy.ts'
import { claude } from './claude/claude.ts'
import type { Dialect } from './cli/dialect.ts'
import { codex } from './codex/codex.ts'
import { gemini } from './gemini/gemini.ts'
import type { EngineSettings } from './settings.ts'

/** The command-line tools, by the names of their adapters, which are those of their commands. */
export const DIALECTS = { claude, codex, gemini, agy } satisfies Record<string, Dialect>

/**
 * The command-line tools that Hearth can drive and that are on a PATH.
 *
 * @returns Names of adapters: `claude`, `codex`, …
 */
export function installedTools(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const path = environment['PATH'] ?? ''
  return Object.keys(DIALECTS).filter((name) => Bun.which(name, { PATH: path }) !== null)
}

/**
 * The commands of configured engines that are not on a PATH.
 *
 * @returns Commands by the engine's id
 */
export function absentCommands(
  engines: readonly EngineSettings[],
  environment: Readonly<Record<string, string | undefined>>,
): Map<string, string> {
  const path = environment['PATH'] ?? ''
  return new Map(
    engines
      .filter(({ adapter }) => Object.hasOwn(DIALECTS, adapter))
      .map(({ id, adapter, command = adapter }) => [id, command] as const)
      .filter(([, command]) => Bun.which(command, { PATH: path }) === null),
  )
}
