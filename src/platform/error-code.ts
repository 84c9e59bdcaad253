/** The system's or SQLite's name of a failure, such as `ENOENT`; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'string' ? code : undefined
}
