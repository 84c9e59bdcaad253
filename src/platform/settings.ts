import { Type } from '@sinclair/typebox'

/** Keys and indexes from the top of the settings, such as `engines`, 0, `base_url`. */
export type SettingPath = readonly (string | number)[]

/** A wrong setting, before it is put into words. */
export interface Issue {
  path: SettingPath
  /** What was expected, or what is wrong; follows the name and the value given. Never a value. */
  message: string
  /** Whether there is no setting of that name; its value is then not shown, whatever it is. */
  isUnknown?: boolean
}

export const issue = (path: SettingPath, message: string): Issue => ({ path, message })

/**
 * The settings, each with its type where it matches its schema and undefined where it does not. An
 * item of a list keeps its index.
 */
export type Part<value> = value extends readonly (infer item)[]
  ? readonly (Part<item> | undefined)[]
  : value extends object
    ? { readonly [key in keyof value]?: Part<value[key]> | undefined }
    : value

/** The value at a path of the settings, undefined where there is none. */
export function valueAt(path: SettingPath, root: unknown): unknown {
  let value = root
  for (const key of path) value = Reflect.get(Object(value), key)
  return value
}

/** Marks the schema of a setting that is a path. */
export const PATH = { 'x-path': 'always' } as const
/**
 * Marks one that is a path where it has a slash, and else a name that is looked up. Of a list that is
 * marked, such as a command, only the first item is.
 */
export const PATH_OR_NAME = { 'x-path': 'with-slash' } as const
/** Marks a list whose items have marks that hold in blocks of this adapter only. */
export const pathsOfAdapter = (adapter: string) => ({ 'x-path-adapter': adapter }) as const

/** A command that is run without a shell. @param example Of such a list, as JSON */
export const programWithArguments = (example: string) =>
  Type.Array(Type.String({ maxLength: 4_096 }), {
    ...PATH_OR_NAME,
    minItems: 1,
    maxItems: 200,
    'x-expected': `the program and its arguments as a list, as in ${example}`,
  })

/** A string with a pattern; the explanation is reported, as what is expected. */
export function patternString(
  pattern: string,
  explanation: string,
  bounds: { minLength?: number; maxLength?: number; default?: string } = {},
) {
  return Type.String({ ...bounds, pattern, 'x-expected': explanation })
}
