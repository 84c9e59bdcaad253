import { join } from 'node:path'

const PUBLIC = join(import.meta.dir, '../../../public')
/** `--ground` of the design. */
const GROUND = '#faf7f3'
/** Units of a side of the drawing, and pixels at which it would be drawn by itself. */
const DRAWING_SIDE = 32
const POINTS_PER_INCH = 72
/** How much of the drawing a mask leaves in any case. https://w3c.github.io/manifest/#icon-masks */
const MASKABLE_SCALE = 0.82

/** What a browser needs beside the pages to install the application. */
export interface InstallFiles {
  /** Path of the manifest. */
  manifest: string
  /** Path of the icon that iOS takes. */
  touchIcon: string
  /** Text of the service worker. */
  worker: string
}

/** Where what other apps share arrives, and the page that shows it. */
export const SHARED_PATH = '/app/files/shared'
/** Files that are taken of one share. @limit shared-files count */
export const MAX_SHARED_FILES = 10
/** Of the text, title and address of one share. @limit shared-text characters */
export const MAX_SHARED_CHARACTERS = 20_000

type ShortcutLabels = Readonly<Record<'newConversation' | 'transcribe' | 'files', string>>

interface BuiltFile {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Makes what a browser needs to install the application: icons from the one drawing, the manifest, and
 * the service worker.
 *
 * @param folder Path below which the files are served
 * @param labels Of what a long press on its icon offers
 * @param names Of all other files; they have hashes, so together they name the version
 */
export async function buildInstallFiles(
  folder: string,
  names: readonly string[],
  labels: ShortcutLabels,
): Promise<{ install: InstallFiles; files: BuiltFile[] }> {
  const pathOf = ({ name }: BuiltFile) => folder + name
  const drawing = await Bun.file(join(PUBLIC, 'icon.svg')).text()
  const shapes = shapesOf(drawing)
  const icon = async (purpose: string, svg: string, pixels: number) =>
    named(`${purpose}-${pixels}`, 'png', 'image/png', await draw(svg, pixels))
  const [small, large, smallMaskable, largeMaskable, touch, badge] = await Promise.all([
    icon('icon', drawing, 192),
    icon('icon', drawing, 512),
    icon('maskable', shapes.maskable, 192),
    icon('maskable', shapes.maskable, 512),
    icon('touch', shapes.full, 180),
    icon('badge', shapes.badge, 96),
  ])
  const manifest = named(
    'manifest',
    'json',
    'application/manifest+json',
    Buffer.from(
      JSON.stringify({
        id: '/app/',
        name: 'Hearth',
        short_name: 'Hearth',
        start_url: '/app/',
        scope: '/',
        display: 'standalone',
        background_color: GROUND,
        theme_color: GROUND,
        icons: [
          { src: pathOf(small), sizes: '192x192', type: 'image/png' },
          { src: pathOf(large), sizes: '512x512', type: 'image/png' },
          ...[smallMaskable, largeMaskable].map((file, index) => ({
            src: pathOf(file),
            sizes: ['192x192', '512x512'][index],
            type: 'image/png',
            purpose: 'maskable',
          })),
        ],
        shortcuts: [
          { name: labels.newConversation, url: '/app/' },
          { name: labels.transcribe, url: '/app/transcribe' },
          { name: labels.files, url: '/app/files' },
        ],
        share_target: {
          action: SHARED_PATH,
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['*/*'] }],
          },
        },
      }),
    ),
  )
  const files = [small, large, smallMaskable, largeMaskable, touch, badge, manifest]
  const version = hash([...names, ...files.map(({ name }) => name)].sort().join())
  const worker = await buildWorker({
    VERSION: version,
    ICON: pathOf(small),
    BADGE: pathOf(badge),
    SHARED: SHARED_PATH,
    MAX_FILES: MAX_SHARED_FILES,
    MAX_TEXT: MAX_SHARED_CHARACTERS,
  })
  return { install: { manifest: pathOf(manifest), touchIcon: pathOf(touch), worker }, files }
}

/** The drawing for what cuts it to a shape of its own, and for what takes only its outline. */
function shapesOf(drawing: string): Record<'full' | 'maskable' | 'badge', string> {
  const full = drawing.replace(/ rx="\d+"/, '')
  const offset = (DRAWING_SIDE * (1 - MASKABLE_SCALE)) / 2
  const transform = `translate(${offset} ${offset}) scale(${MASKABLE_SCALE})`
  return {
    full,
    maskable: full.replace('<path ', `<path transform="${transform}" `),
    badge: drawing.replace(/<rect[^>]*>/, '').replace(/(<path[^>]*fill=)"[^"]*"/, '$1"#fff"'),
  }
}

async function draw(svg: string, pixels: number): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded here, because the service itself draws no icons.
  const { default: sharp } = await import('sharp')
  const density = (POINTS_PER_INCH * pixels) / DRAWING_SIDE
  const image = sharp(Buffer.from(svg), { density }).resize(pixels, pixels)
  return new Uint8Array(await image.png({ compressionLevel: 9, palette: true }).toBuffer())
}

function named(name: string, extension: string, type: string, bytes: Uint8Array): BuiltFile {
  const copy = new Uint8Array(bytes)
  return { name: `${name}-${hash(copy)}.${extension}`, type, bytes: copy }
}

function hash(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 8)
}

/** @param values Of the names that the script has in place of them */
async function buildWorker(values: Readonly<Record<string, string | number>>): Promise<string> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [join(PUBLIC, 'sw.js')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    throw: false,
  })
  const [output] = outputs
  if (!success || output === undefined)
    throw new Error(`Cannot build the service worker: ${logs.map(String).join('\n')}`)
  return await output.text()
}
