import type { Refusal } from '../error-texts.ts'
import { count } from '../locale.ts'
import { m as codes } from './messages/en.ts'
import { m as reasons } from './reasons/messages/en.ts'

/** Undefined for what only the service has words for. */
export function refusalText({ code, detail, reason }: Refusal): string | undefined {
  const said = reasonText(reason)
  const name = reason?.name
  if (said !== undefined && name !== undefined)
    // The name last, as it may hold any word.
    return reasons.named.replace('{reason}', () => said).replace('{name}', () => name)
  const words: Readonly<Record<string, string>> = codes
  return words[code]?.replace('{reason}', () => said ?? detail)
}

export function reasonText(reason: Refusal['reason']): string | undefined {
  if (reason === undefined) return undefined
  const { code, value = '' } = reason
  const words: Readonly<Record<string, string>> = reasons.reasons
  return words[code]?.replace('{value}', typeof value === 'number' ? count(value) : value)
}
