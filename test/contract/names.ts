/**
 * The names of a list of tools in the vendors' formats: the type where there is no name, and
 * members of a group behind a slash.
 */
export function names(tools: unknown): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown) => {
    const { name, type, tools: members } = Object(tool)
    const own = String(name ?? type)
    return Array.isArray(members) ? names(members).map((member) => `${own}/${member}`) : [own]
  })
}
