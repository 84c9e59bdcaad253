import { resolve } from 'node:path'
import type { BunPlugin } from 'bun'

/** What the bundler says of its files. */
export type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>['metafile']>
type Outputs = Metafile['outputs']

/** A larger file is worth a request of its own. Bytes before compression. */
const SMALL_BYTES = 4_000
/** The same for what only some pages load, as the others of them get it in vain. */
const SMALL_BYTES_OF_FEW = 1_000

/** What each page of an application loads; its start page is the first. */
export type PageFiles = readonly ReadonlySet<string>[]

/**
 * Makes fewer files of a bundle. The bundler makes one of the modules that the same pages and dialogs
 * use, which leaves a page with a dozen of a few hundred bytes, and a browser asks for six at a time
 * by HTTP/1.1. So small ones that nearly the same pages load become one.
 *
 * @param applications That of everybody first
 * @returns The plugin for a second run, in which each entry that uses a module of such a group uses all
 * @see https://esbuild.github.io/api/#splitting for how a bundler divides modules
 */
export function groupSmallChunks(
  { outputs }: Metafile,
  applications: readonly PageFiles[],
): BunPlugin {
  const groups = groupsOf(outputs, applications)
  const additions = new Map<string, string>()
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined || !file.endsWith('.js')) continue
    const loaded = closure(file, outputs)
    const used = groups.filter((group) => group.some((chunk) => loaded.has(chunk))).flat()
    const modules = used.flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}))
    const lines = modules.map((module) => `import ${JSON.stringify(resolve(module))}`)
    additions.set(resolve(entryPoint), lines.join('\n'))
  }
  return {
    name: 'small-chunks',
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const addition = additions.get(path)
        if (addition === undefined) return undefined
        return { contents: `${await Bun.file(path).text()}\n${addition}`, loader: 'tsx' }
      })
    },
  }
}

function groupsOf(outputs: Outputs, applications: readonly PageFiles[]): string[][] {
  const all = applications.flat()
  const isSmall = (file: string): boolean => {
    const output = outputs[file]
    if (output === undefined) return false
    if (all.every((page) => page.has(file))) return true
    // What it imports is loaded with it.
    return (
      output.bytes <= SMALL_BYTES &&
      output.imports.every(({ kind, path }) => kind !== 'import-statement' || isSmall(path))
    )
  }
  const groups = new Map<string, string[]>()
  for (const [file, { entryPoint, bytes }] of Object.entries(outputs)) {
    if (entryPoint !== undefined || !file.endsWith('.js') || !isSmall(file)) continue
    const group = groupOf(file, applications)
    if (group === undefined || (group.includes('several') && bytes > SMALL_BYTES_OF_FEW)) continue
    groups.set(group, [...(groups.get(group) ?? []), file])
  }
  return [...groups.values()]
}

/** Names who loads a file: the start page, one page, several or most, and whether others do as well. */
function groupOf(file: string, applications: readonly PageFiles[]): string | undefined {
  const users = applications.map((pages) =>
    [...pages.keys()].filter((page) => pages[page]?.has(file)),
  )
  const first = users.findIndex(({ length }) => length > 0)
  const [pages, own, others] = [applications[first], users[first], users.slice(first + 1)]
  if (pages === undefined || own === undefined) return undefined
  const share = own.length * 2 < pages.length ? 'several' : 'most'
  const shared = own[0] === 0 && first === 0 ? 'start' : share
  const alone = others.every(({ length }) => length === 0)
  return `${first} ${own.length === 1 ? own[0] : shared} ${alone}`
}

/** A file with all that it imports at its start. */
export function closure(file: string, outputs: Outputs): Set<string> {
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
