import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type FoundFiles, findFiles } from './page-files.ts'

const PUBLIC = join(import.meta.dir, '../../../public')
/** The applications; each is a folder of `public` with a `main.tsx` and a `style.css`. */
export const APPLICATIONS = ['app', 'admin'] as const
export type Application = (typeof APPLICATIONS)[number]

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
  files: FoundFiles<Application>
}

/**
 * Bundles the applications.
 *
 * @throws {Error} with the messages of the bundler
 */
export async function buildWebApp(): Promise<Build> {
  const { success, logs, outputs, metafile } = await Bun.build({
    entrypoints: [
      ...APPLICATIONS.flatMap((name) => [
        join(PUBLIC, name, 'main.tsx'),
        join(PUBLIC, name, 'style.css'),
      ]),
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
    metafile: true,
    throw: false,
  })
  if (!success || metafile === undefined)
    throw new Error(`Cannot build the web app: ${logs.map(String).join('\n')}`)
  const assets = await Promise.all(
    outputs.map(async (output): Promise<[string, Asset]> => {
      const bytes = new Uint8Array(await output.arrayBuffer())
      const [gzip, brotli] = await Promise.all([compressGzip(bytes), compressBrotli(bytes)])
      return [output.path.replace(/^.*\//, ''), { type: output.type, bytes, gzip, brotli }]
    }),
  )
  return { assets: new Map(assets), files: findFiles(APPLICATIONS, metafile, ASSET_PATH) }
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
