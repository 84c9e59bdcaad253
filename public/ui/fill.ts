import type { ComponentChildren } from 'preact'

/** A message with elements in the places of the names in braces. */
export function fill(
  message: string,
  parts: Readonly<Record<string, ComponentChildren>>,
): ComponentChildren[] {
  return message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : parts[part]))
}
