import { m } from './shipped/messages/en.ts'

const KNOWN: Readonly<Record<string, string>> = m

/** Words of a task in the chosen language, where the task came with the service; else as they are. */
export function translated(text: string): string {
  return KNOWN[text] ?? text
}
