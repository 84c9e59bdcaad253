/** More are left as they are. */
const MAX_VARIABLES = 10
const VARIABLE = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,39}?)\s*\}\}/gu

/** Names of the variables of a prompt, each once. */
export function variablesOf(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
  return [...new Set(names)].slice(0, MAX_VARIABLES)
}

/** Puts values in place of variables; those without one stay. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (variable, name: string) => values[name] ?? variable)
}
