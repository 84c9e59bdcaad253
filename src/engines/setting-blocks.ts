import { type Issue, issue, type SettingPath } from '../platform/settings.ts'
import { HTTP_URL, isHttpUrl, isPaidApi, isPublicUrl } from '../platform/urls.ts'

const PRIVATE_ONLY =
  'expected a loopback or private address, because Hearth never calls a pay-per-use API'

/** One block of a list in the settings, which may have issues of its own. */
interface Block {
  id?: string | undefined
}

/**
 * Issues of the blocks of a list: of their ids, and those of each block.
 *
 * @param setting Name of the list
 * @param noun What one of them is
 */
export function blockIssues<block extends Block>(
  { setting, noun }: { setting: string; noun: string },
  blocks: readonly (block | undefined)[],
  issuesOf: (block: block, path: SettingPath) => readonly Issue[],
): Issue[] {
  const seen = new Set<string>()
  return blocks.flatMap((block, index) => {
    if (block === undefined) return []
    const path = [setting, index]
    const { id } = block
    const issues: Issue[] = []
    if (id !== undefined && seen.has(id))
      issues.push(issue([...path, 'id'], `another ${noun} has the same id`))
    if (id !== undefined) seen.add(id)
    if (id === 'auto')
      issues.push(issue([...path, 'id'], `auto means any ${noun}, so choose another id`))
    return [...issues, ...issuesOf(block, path)]
  })
}

/** Issues of fields that the block's adapter does not have. */
export function unsupportedFields<engine extends { adapter?: string | undefined }>(
  engine: engine,
  path: SettingPath,
  fields: readonly (keyof engine)[],
): Issue[] {
  return fields
    .filter((field) => engine[field] !== undefined)
    .map((field) =>
      issue([...path, String(field)], `the adapter ${engine.adapter} has no such setting`),
    )
}

/** The first name that a command cannot be told. */
export function placeholderIssues(
  names: readonly string[],
  known: readonly string[],
  path: SettingPath,
): Issue[] {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return []
  const all = known.map((name) => `{${name}}`).join(' ')
  return [issue(path, `there is no {${unknown}}, only ${all}`)]
}

/** Issues of the address of an engine's server. */
export function addressIssues(url: string | undefined, path: SettingPath): Issue[] {
  if (url === undefined)
    return [issue(path, 'expected the address of the local server: http://127.0.0.1:8080/v1')]
  if (!isHttpUrl(url)) return [issue(path, HTTP_URL)]
  return isPublicUrl(url) || isPaidApi(url) ? [issue(path, PRIVATE_ONLY)] : []
}

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
