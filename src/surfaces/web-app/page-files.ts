/** What the bundler says of its files. */
type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>['metafile']>

/** What an application loads, as paths. */
export interface ApplicationFiles {
  script: string
  style: string
  /** A small script that runs before anything is drawn. */
  theme: string
  /** What each page loads beside the script, by the folder of the page: all at once, so that a page
   * does not wait for one file to name the next. */
  pages: ReadonlyMap<string, readonly string[]>
}

export type FoundFiles<application extends string> = Readonly<Record<application, ApplicationFiles>>

/** Finds which files the applications and their pages load. @throws {Error} when one is missing */
export function findFiles<application extends string>(
  applications: readonly application[],
  { outputs }: Metafile,
  path: string,
): FoundFiles<application> {
  const names = new Map<string, string>()
  for (const [file, { entryPoint = '' }] of Object.entries(outputs)) {
    const source = /(?:^|\/)public\/(.+)$/.exec(entryPoint)?.[1]
    if (source !== undefined) names.set(source, file)
  }
  const outputOf = (source: string): string => {
    const file = names.get(source)
    if (file === undefined) throw new Error(`The web app was built without ${source}`)
    return file
  }
  const address = (file: string) => path + file.replace(/^.*\//, '')
  const theme = address(outputOf('ui/theme.ts'))
  const filesOf = (application: application): ApplicationFiles => {
    const script = outputOf(`${application}/main.tsx`)
    const pages = new Map<string, readonly string[]>()
    for (const [source, file] of names) {
      const [folder, name, ...deeper] = source.slice(application.length + 1).split('/')
      if (!source.startsWith(`${application}/`) || name !== 'page.tsx' || deeper.length > 0)
        continue
      const files = new Set([...closure(script, outputs), ...closure(file, outputs)])
      files.delete(script)
      pages.set(folder ?? '', [...files].map(address))
    }
    const style = address(outputOf(`${application}/style.css`))
    return { script: address(script), style, theme, pages }
  }
  const found = applications.map((name) => [name, filesOf(name)] as const)
  return Object.fromEntries(found) as Record<application, ApplicationFiles>
}

/** A file with all that it imports at its start. */
function closure(file: string, outputs: Metafile['outputs']): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const { kind, path } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement') visit(path)
  }
  visit(file)
  return found
}
