/** Whether the system refused with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String(Reflect.get(error, 'code')))
}
