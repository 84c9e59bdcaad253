import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { html, htmlPage, wantsPage } from '../../http/reply/html.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { Origins } from '../../http/server/origins.ts'
import { VERSION } from '../../platform/version.ts'
import { route } from '../shared/openapi.ts'

/** Folder of a package at the beginning of a file's path; the last, where packages are nested. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * The copyright notices of packages, which a program that contains them must keep.
 *
 * @param files Paths of the files that the program was made of
 * @param root Folder that the paths start from
 * @returns A comment, with each different licence once
 */
async function packageNotices(files: readonly string[], root: string): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))
  /** Names of packages by the text of their licence. */
  const licences = new Map<string, string[]>()
  for (const folder of [...folders].sort()) {
    const path = join(root, folder)
    const licence = await licenceOf(path)
    const { name } = await Bun.file(join(path, 'package.json')).json()
    licences.set(licence, [...(licences.get(licence) ?? []), String(name)])
  }
  const notices = [...licences].map(([licence, names]) => `${names.join(', ')}\n\n${licence}`)
  return `/*\nThis program contains:\n\n${notices.join('\n\n').replaceAll('*/', '* /')}\n*/\n`
}

/** @throws {Error} for a package without a licence, which may not be handed out */
async function licenceOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => /^licen[cs]e(?:\.\w+)?$/i.test(file))
  if (name === undefined) throw new Error(`Cannot hand ${folder} out: it has no licence`)
  return (await Bun.file(join(folder, name)).text()).trim()
}

export interface ClientServices {
  guards: ReturnType<typeof guards>
  origins: Origins
}

const Script = Type.String({ description: 'A program for Node 20 or later, or Bun' })

/** GET /client: the command `hearth` as one file, which needs no clone and no packages. */
export function clientRoutes({ guards, origins }: ClientServices) {
  const file = new ClientFile()
  return new Elysia({ name: 'features/system/client', tags: ['Code assistants'] }).use(guards).get(
    '/client',
    async ({ request, context }) => {
      const address = addressOf(context, origins)
      return wantsPage(request)
        ? instructions(address)
        : script(request, await file.textFor(address))
    },
    route({
      open: true,
      summary: 'The command-line client `hearth`, as one file',
      description:
        'Runs on Node 20 or later and on Bun. This service is its default address: `curl -fsS BASE_URL/client -o hearth && chmod +x hearth && ./hearth login`. Browsers get a page with these commands.',
      responses: {
        200: {
          description: 'The program; X-Hearth-Version has its version',
          contentType: 'text/javascript',
          schema: Script,
          alternatives: ['text/html'],
        },
        304: { description: 'The program of If-None-Match is current' },
      },
    }),
  )
}

/**
 * The address that the client was fetched from. Every `Host` that is not this service's own has been
 * refused before. Behind a proxy the public address is preferred, because only that one tells whether
 * there is TLS.
 */
export function addressOf({ request, connection }: HttpContext, origins: Origins): string {
  const host = request.headers.get('host')
  return connection.viaProxy ? origins.forUsers(host) : origins.own(host)
}

function script(request: Request, text: string): Response {
  const etag = `"${new Bun.CryptoHasher('sha256').update(text).digest('base64url')}"`
  const headers = {
    etag,
    'content-type': 'text/javascript; charset=utf-8',
    'content-disposition': 'inline; filename="hearth"',
    // The text has the address that it was asked at, and changes with the service.
    'cache-control': 'no-cache',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-hearth-version': VERSION,
  }
  const known = (request.headers.get('if-none-match') ?? '').split(',')
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}

function instructions(address: string): Response {
  const page = htmlPage({
    title: 'The command hearth',
    body: html`<p>It asks this service from a terminal, and signs a machine in for code assistants. It is
one file, which needs Node 20 or later, or Bun:</p>
<pre><code>curl -fsS ${address}/client -o hearth
chmod +x hearth
./hearth login</code></pre>
<p>Then try <code>./hearth chat 'Hello'</code>; <code>./hearth help</code> lists the commands. Moved to a
folder of your <code>PATH</code>, it is just <code>hearth</code>.</p>`,
  })
  page.headers.set('vary', 'accept')
  return page
}

const ENTRY = join(import.meta.dir, '../../client/main.ts')

const MIN_NODE = 20

/** What an address may consist of; anything else could leave the string that it is written into. */
const ADDRESS = /^https?:\/\/[a-z0-9._:[\]-]{1,260}$/

/** The command-line client as one file for Node and Bun. It is built at its first request. */
class ClientFile {
  #program: Promise<string> | undefined

  /** @param address Of the service, as the client's default; omitted from the file when malformed */
  async textFor(address: string): Promise<string> {
    return head(address) + (await this.#build())
  }

  async #build(): Promise<string> {
    this.#program ??= bundle()
    try {
      return await this.#program
    } catch (error) {
      // The next request tries again.
      this.#program = undefined
      throw error
    }
  }
}

function head(address: string): string {
  const server = ADDRESS.test(address) ? address : ''
  return `#!/usr/bin/env node
// hearth ${VERSION}: command-line client of a Hearth AI service, for Node ${MIN_NODE} or later and Bun. MIT licence.
const HEARTH_SERVER = ${JSON.stringify(server)};
`
}

/**
 * The client with its packages. A file without an extension is a module or a script by the Node
 * version and by the package.json of the folders above it, so the program is valid as both: it has no
 * import statement, and makes `require` itself.
 */
async function bundle(): Promise<string> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [ENTRY],
    target: 'node',
    format: 'cjs',
    minify: true,
    metafile: true,
    // The built file has no path of this machine.
    define: { 'import.meta.url': '"file:///"' },
  })
  const [output] = outputs
  if (output === undefined) throw new Error('Cannot build the client: there is no output')
  const notices = await packageNotices(Object.keys(metafile?.inputs ?? {}), process.cwd())
  return `(async () => {
if (parseInt(process.versions.node) < ${MIN_NODE}) {
  console.error('hearth needs Node ${MIN_NODE} or later, or Bun; this is Node ' + process.versions.node);
  process.exit(1);
}
const require = (await import('node:module')).createRequire(process.execPath);
${await output.text()}})();
${notices}`
}
