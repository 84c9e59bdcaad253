/**
 * A text with a code and what stands in it, by which pages say it in their own language; the service
 * says it in English.
 */
export interface CodedText {
  code: string
  params: TextParams
}

/** Those whose names end in `Bytes` and `At` are sizes and times in UTC milliseconds. */
export type TextParams = Readonly<Record<string, string | number | CodedText>>

/** The names in a template: `{name}`, and `{name:one|# of them}` for what is counted. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Counted}:${string}` ? Counted : Name) | NamesIn<Rest>
  : never

/** What a template wants. */
type ParamsOf<Template extends string> = Readonly<
  Record<NamesIn<Template>, string | number | CodedText>
>

/** None where the template wants none. */
export type ParamsArgument<Template extends string> = [NamesIn<Template>] extends [never]
  ? []
  : [params: ParamsOf<Template>]

const PLACE = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g

/** @param parts Templates of the texts that stand in another */
export function fillTemplate(
  template: string,
  params: TextParams,
  parts: Readonly<Record<string, string>>,
): string {
  return template.replace(PLACE, (_, name: string, one?: string, others?: string) => {
    const value = params[name] ?? ''
    if (one !== undefined && others !== undefined)
      return (value === 1 ? one : others).replace('#', () => String(value))
    if (typeof value === 'object') return fillTemplate(parts[value.code] ?? '', value.params, parts)
    if (typeof value !== 'number') return value
    if (name.endsWith('Bytes')) return sizeText(value)
    return name.endsWith('At') ? new Date(value).toISOString() : String(value)
  })
}

/** A text in its names and numbers changed, such as without secrets. */
export function mapParams(params: TextParams, change: (value: string) => string): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)]
      if (typeof value === 'number') return [name, value]
      return [name, { ...value, params: mapParams(value.params, change) }]
    }),
  )
}

/** As in `1.5 GB`; with powers of 1000, as disks are sold. */
export function sizeText(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ['GB', bytes / 1e9] : bytes >= 1e6 ? ['MB', bytes / 1e6] : ['kB', bytes / 1e3]
  return `${size >= 10 ? Math.round(size) : Math.round(size * 10) / 10} ${unit}`
}
