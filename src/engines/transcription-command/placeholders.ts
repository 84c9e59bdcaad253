/** What a command can be told of one recording. */
export interface PlaceholderValues {
  input: string
  /** A file that the command may write its transcript to. */
  output: string
  /** The same without an extension, for commands that add their own. */
  output_prefix: string
  /** Its folder. */
  output_dir: string
  model: string
  /** A subtag, or `auto`. */
  language: string
  task: string
  prompt: string
  threads: string
}

/** Replaces `{input}` and the like in each argument; other braces stay. */
export function fillPlaceholders(command: readonly string[], values: PlaceholderValues): string[] {
  return command.map((argument) =>
    argument.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(Reflect.get(values, name)) : whole,
    ),
  )
}

/** Whether a command is told something. */
export function hasPlaceholder(command: readonly string[], name: keyof PlaceholderValues): boolean {
  return command.some((argument) => argument.includes(`{${name}}`))
}
