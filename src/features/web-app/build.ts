import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BunPlugin } from 'bun'
import { shellMessages } from '../../http/reply/page-messages.ts'
import { LANGUAGES, type Language } from '../../platform/languages.ts'
import { buildInstallFiles, type InstallFiles } from './install-files.ts'

/** What the bundler says of its files. */
type Metafile = NonNullable<Awaited<ReturnType<typeof Bun.build>>['metafile']>
type Outputs = Metafile['outputs']

/** A larger file is worth a request of its own. Bytes before compression. */
const SMALL_BYTES = 4_000
/** The same for what only some pages load, as the others of them get it in vain. */
const SMALL_BYTES_OF_FEW = 1_000

/** What each page of an application loads; its start page is the first. */
type PageFiles = readonly ReadonlySet<string>[]

/**
 * Makes fewer files of a bundle. The bundler makes one of the modules that the same pages and dialogs
 * use, which leaves a page with a dozen of a few hundred bytes, and a browser asks for six at a time
 * by HTTP/1.1. So small ones that nearly the same pages load become one.
 *
 * @param applications That of everybody first
 * @returns The plugin for a second run, in which each entry that uses a module of such a group uses all
 * @see https://esbuild.github.io/api/#splitting for how a bundler divides modules
 */
function groupSmallChunks(
  { outputs }: Metafile,
  applications: readonly PageFiles[],
  source: MessageSource,
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
        // No other plugin is asked for a file that this one has loaded.
        const own = ENGLISH_MESSAGES.test(path) ? source(path) : Bun.file(path).text()
        return { contents: `${await own}\n${addition}`, loader: 'tsx' }
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
function closure(file: string, outputs: Outputs): Set<string> {
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

const PUBLIC = join(import.meta.dir, '../../../public')
/** The applications; each is a folder of `public` with a `main.tsx`, which imports all styles. */
export const APPLICATIONS = ['app', 'admin'] as const
export type Application = (typeof APPLICATIONS)[number]
/** Folders of the pages at the paths that name no page. */
export const START_PAGES: Readonly<Record<Application, string>> = { app: 'chat', admin: 'overview' }

/** Another one, for who has a link to a conversation; it has no pages. */
const SHARED = ['shared'] as const

/** Path below which the built files are served. */
export const ASSET_PATH = '/assets/'

/** A built file; its name has a hash of its content. */
export interface Asset {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer>
}

/** The built applications, in memory. */
export interface Build {
  assets: ReadonlyMap<string, Asset>
  files: FoundFiles<Application | 'shared'>
  install: InstallFiles
}

/** The English messages of a folder, which those of another language stand in for. */
const ENGLISH_MESSAGES = /\/messages\/en\.ts$/

/** @returns The source of a folder's messages; `path` is that of the English ones */
export type MessageSource = (path: string) => Promise<string>

/** The messages of a language, each in the file beside the English one. */
export function messagesIn(language: Language): MessageSource {
  return (path) => Bun.file(path.replace(ENGLISH_MESSAGES, `/messages/${language}.ts`)).text()
}

function messagePlugin(source: MessageSource): BunPlugin {
  return {
    name: 'messages',
    setup: (build) => {
      build.onLoad({ filter: ENGLISH_MESSAGES }, async ({ path }) => ({
        contents: await source(path),
        loader: 'ts',
      }))
    },
  }
}

/**
 * Bundles the applications in one language: a script has its messages in it, so that the choice costs
 * a page nothing. Files without messages have the same name in all languages.
 *
 * @throws {Error} with the messages of the bundler
 */
export async function buildWebApp(
  language: Language = LANGUAGES[0],
  source = messagesIn(language),
): Promise<Build> {
  const { outputs, files } = await bundleWebApp(source)
  const built = await Promise.all(
    outputs.map(async (output) => ({
      name: nameOf(output.path),
      type: output.type,
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  )
  const { install, files: others } = await buildInstallFiles(
    ASSET_PATH,
    built.map(({ name }) => name),
    shellMessages(language),
  )
  const assets = await Promise.all(
    [...built, ...others].map(async ({ name, type, bytes }): Promise<[string, Asset]> => {
      const [gzip, brotli] = await Promise.all([compressGzip(bytes), compressBrotli(bytes)])
      return [name, { type, bytes, gzip, brotli }]
    }),
  )
  return { assets: new Map(assets), files, install }
}

/** The bundled files before they are compressed. @throws {Error} */
export async function bundleWebApp(source: MessageSource) {
  // Apart, as what both used would be cut into more and smaller files for each.
  const [main, shared] = await Promise.all([bundle(APPLICATIONS, source), bundle(SHARED, source)])
  return {
    // The styles of its pages are in those of an application.
    outputs: [...main.outputs, ...shared.outputs].filter(
      ({ path }) => !/chunk-[^/]+\.css$/.test(path),
    ),
    files: {
      ...findFiles(APPLICATIONS, main.metafile, ASSET_PATH),
      ...findFiles(SHARED, shared.metafile, ASSET_PATH),
    },
  }
}

async function bundle(applications: readonly string[], source: MessageSource) {
  const messages = messagePlugin(source)
  if (applications === SHARED) return await bundleWith(applications, [messages])
  const bundled = await bundleWith(applications, [messages])
  const { outputs } = bundled.metafile
  const names = entryNames(outputs)
  const pages = APPLICATIONS.map((name) => {
    const { [START_PAGES[name]]: start, ...others } = Object.fromEntries(
      pagesOf(name, names, outputs),
    )
    return [start ?? new Set<string>(), ...Object.values(others)]
  })
  return await bundleWith(applications, [
    groupSmallChunks(bundled.metafile, pages, source),
    messages,
  ])
}

async function bundleWith(applications: readonly string[], plugins: BunPlugin[]) {
  const { success, logs, outputs, metafile } = await Bun.build({
    entrypoints: [
      ...applications.map((name) => join(PUBLIC, name, 'main.tsx')),
      join(PUBLIC, 'ui/theme.ts'),
    ],
    target: 'browser',
    format: 'esm',
    minify: true,
    splitting: true,
    publicPath: ASSET_PATH,
    root: PUBLIC,
    naming: { entry: '[dir]-[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins,
    metafile: true,
    throw: false,
  })
  if (!success || metafile === undefined)
    throw new Error(`Cannot build the web app: ${logs.map(String).join('\n')}`)
  return { outputs, metafile }
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, '')
}

// Not on the thread that answers requests.
const [gzipInPool, brotliInPool] = [promisify(gzip), promisify(brotliCompress)]

async function compressGzip(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await gzipInPool(bytes, { level: 9 }))
}

async function compressBrotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await brotliInPool(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  )
}

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

type FoundFiles<application extends string> = Readonly<Record<application, ApplicationFiles>>

/** Finds which files the applications and their pages load. @throws {Error} when one is missing */
function findFiles<application extends string>(
  applications: readonly application[],
  { outputs }: Metafile,
  path: string,
): FoundFiles<application> {
  const names = entryNames(outputs)
  const outputOf = (source: string): string => {
    const file = names.get(source)
    if (file === undefined) throw new Error(`The web app was built without ${source}`)
    return file
  }
  const address = (file: string) => path + nameOf(file)
  const theme = address(outputOf('ui/theme.ts'))
  const filesOf = (application: application): ApplicationFiles => {
    const script = outputOf(`${application}/main.tsx`)
    const style = outputs[script]?.cssBundle
    if (style === undefined) throw new Error(`The web app was built without styles: ${application}`)
    const pages = new Map<string, readonly string[]>()
    for (const [folder, files] of pagesOf(application, names, outputs))
      pages.set(folder, [...files].filter((file) => file !== script).map(address))
    return { script: address(script), style: address(style), theme, pages }
  }
  const found = applications.map((name) => [name, filesOf(name)] as const)
  return Object.fromEntries(found) as Record<application, ApplicationFiles>
}

/** The script of each entry, by the path of its source in `public`. */
function entryNames(outputs: Metafile['outputs']): Map<string, string> {
  const names = new Map<string, string>()
  for (const [file, { entryPoint = '' }] of Object.entries(outputs)) {
    const source = /(?:^|\/)public\/(.+)$/.exec(entryPoint)?.[1]
    // The styles of an entry have its name as well.
    if (source !== undefined && !file.endsWith('.css')) names.set(source, file)
  }
  return names
}

/** What an application loads for each of its pages, by the folder of the page. */
function pagesOf(
  application: string,
  names: ReadonlyMap<string, string>,
  outputs: Metafile['outputs'],
): Map<string, Set<string>> {
  const main = names.get(`${application}/main.tsx`)
  const pages = new Map<string, Set<string>>()
  for (const [source, file] of names) {
    const [folder = '', name, ...deeper] = source.slice(application.length + 1).split('/')
    if (!source.startsWith(`${application}/`) || name !== 'page.tsx' || deeper.length > 0) continue
    pages.set(folder, new Set([...closure(main ?? '', outputs), ...closure(file, outputs)]))
  }
  return pages
}
