import {
  type CodedText,
  fillTemplate,
  mapParams,
  type ParamsArgument,
  type TextParams,
} from '../../platform/coded-text.ts'
import { redact } from '../../platform/redact.ts'
import { FINDING_PARTS, FINDING_TEXTS } from './finding-texts.ts'

export const LEVELS = ['ok', 'info', 'warning', 'error'] as const

/** How bad a finding is: `info` needs no action. */
export type Level = (typeof LEVELS)[number]

type Texts = typeof FINDING_TEXTS
export type FindingCode = keyof Texts
type Parts = typeof FINDING_PARTS

/** All templates of a text, as one. */
type TemplateOf<Code extends FindingCode> = Texts[Code] extends { says: infer Says extends string }
  ? `${Says}${Texts[Code] extends { fix: infer Fix extends string } ? Fix : ''}${Texts[Code] extends { command: infer Command extends string } ? Command : ''}`
  : never

/** One fact about the installation, in words for its owner; never with a secret. */
export interface Finding {
  /** What was checked: `bun`, `engine.local`, … */
  id: string
  level: Level
  code: FindingCode
  params: TextParams
  /** The fact, and what follows from it. */
  says: string
  /** What to do about it, a command where one does it. */
  fix?: string
}

/** A finding in the words of its code. */
export function finding<Code extends FindingCode>(
  id: string,
  level: Level,
  code: Code,
  ...given: ParamsArgument<TemplateOf<Code>>
): Finding {
  const {
    says,
    fix,
    command = fix,
  }: { says: string; fix?: string; command?: string } = FINDING_TEXTS[code]
  const params = mapParams(given[0] ?? {}, redact)
  const words = (template: string) => redact(fillTemplate(template, params, FINDING_PARTS))
  const found = { id, level, code, params, says: words(says) }
  return command === undefined ? found : { ...found, fix: words(command) }
}

/** One in the words of somebody else, or of the command alone, which speaks English. */
export function saidFinding(id: string, level: Level, text: string, fix?: string): Finding {
  const found = finding(id, level, 'as_said', { text })
  return fix === undefined ? found : { ...found, fix: redact(fix) }
}

/** A text that stands in another. */
export function part<Code extends keyof Parts>(
  code: Code,
  ...params: ParamsArgument<Parts[Code]>
): CodedText {
  return { code, params: params[0] ?? {} }
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
export function worstLevel(findings: readonly Pick<Finding, 'level'>[]): Level {
  const worst = Math.max(0, ...findings.map(({ level }) => LEVELS.indexOf(level)))
  return LEVELS[worst] ?? 'error'
}
