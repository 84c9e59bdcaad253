const PLACEHOLDER = /\{([a-z_]+)\}/g

/** The names in braces of a command's arguments, also within an argument. */
export function placeholdersIn(command: readonly (string | undefined)[]): string[] {
  return command.flatMap((argument) =>
    [...(argument ?? '').matchAll(PLACEHOLDER)].map(([, name = '']) => name),
  )
}

/** The command with its values; what a value contains is not read again, and other braces stay. */
export function fillPlaceholders(
  command: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  return command.map((argument) =>
    argument.replace(PLACEHOLDER, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    ),
  )
}
