export const LEVELS = ['ok', 'info', 'warning', 'error'] as const

/** How bad a finding is: `info` needs no action. */
export type Level = (typeof LEVELS)[number]

/** One fact about the installation, in words for its owner; never with a secret. */
export interface Finding {
  /** What was checked: `bun`, `engine.local`, … */
  id: string
  level: Level
  /** The fact, and what follows from it. */
  says: string
  /** What to do about it, a command where one does it. */
  fix?: string
}

/** The place of a finding in the manual: one for each check, whatever the engine or node is. */
export function findingHelp(id: string): string {
  return `/docs/doctor#${id.split('.', 1)[0]}`
}

/** Checks one thing, and changes nothing. */
export interface Check {
  id: string
  /** Where it is longer than that of other checks. */
  timeoutMs?: number
  /** @param signal Aborted when the time is up */
  run(signal: AbortSignal): Promise<readonly Finding[]> | readonly Finding[]
}

/** The worst level of some findings. */
export function worstLevel(findings: readonly Finding[]): Level {
  const worst = Math.max(0, ...findings.map(({ level }) => LEVELS.indexOf(level)))
  return LEVELS[worst] ?? 'error'
}
