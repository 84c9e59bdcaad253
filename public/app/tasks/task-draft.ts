import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import type { Typed } from './form-values.ts'

const PREFIX = 'task:'

/** What was typed into a task's form; it survives a reload. */
export function readTaskDraft(task: string): Typed {
  try {
    const value: unknown = JSON.parse(readDraft(PREFIX + task) || '{}')
    const typed = Object.entries<unknown>(Object(value))
    return Object.fromEntries(
      typed.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

export function keepTaskDraft(task: string, typed: Typed): void {
  const isEmpty = Object.values(typed).every((text) => text === '')
  keepDraft(PREFIX + task, isEmpty ? '' : JSON.stringify(typed))
}
