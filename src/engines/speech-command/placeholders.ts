/** Names that a command may have in braces, also within an argument. */
const PLACEHOLDERS = [
  'text_file',
  'output',
  'voice',
  'model',
  'speed',
  'words_per_minute',
  'length_scale',
] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'g')
/** The usual speed of espeak-ng and of macOS's `say`. */
const WORDS_PER_MINUTE = 175

/** Which placeholders a command has. */
export function placeholdersOf(command: readonly string[]): ReadonlySet<string> {
  return new Set(
    command.flatMap((arg) => [...arg.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
  )
}

/** The values of what tells a program how fast it is to speak. */
export function speedValues(speed: number) {
  return {
    speed: String(speed),
    words_per_minute: String(Math.round(WORDS_PER_MINUTE * speed)),
    length_scale: String(Math.round(1_000 / speed) / 1_000),
  }
}

/** The command with its values; what a value contains is not read again. */
export function filledCommand(
  command: readonly string[],
  values: Readonly<Record<Placeholder, string>>,
): string[] {
  const value: Readonly<Record<string, string>> = values
  return command.map((arg) => arg.replace(PLACEHOLDER, (whole, name) => value[name] ?? whole))
}
