import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { html, htmlPage } from '../../http/reply/html.ts'
import { wantsPage } from '../../http/reply/wants-page.ts'
import { connectionOf } from '../../http/server/connection.ts'
import type { Origins } from '../../http/server/origins.ts'
import { VERSION } from '../../platform/version.ts'
import { documented } from '../kit/openapi.ts'
import { ClientFile } from './client-file.ts'

export interface ClientServices {
  guards: ReturnType<typeof guards>
  origins: Origins
}

const Script = Type.String({ description: 'A program for Node 20 or later, or Bun' })

/** GET /client: the command `hearth` as one file, which needs no clone and no packages. */
export function clientRoutes({ guards, origins }: ClientServices) {
  const file = new ClientFile()
  return new Elysia({ name: 'surfaces/system/client' }).use(guards).get(
    '/client',
    async ({ request }) => {
      const address = addressOf(request, origins)
      return wantsPage(request)
        ? instructions(address)
        : script(request, await file.textFor(address))
    },
    {
      open: true,
      detail: documented({
        summary: 'The command-line client `hearth`, as one file',
        description:
          'Runs on Node 20 or later and on Bun. This service is its default address: `curl -fsS BASE_URL/client -o hearth && chmod +x hearth && ./hearth login`. Browsers get a page with these commands.',
        tags: ['Code assistants'],
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
    },
  )
}

/**
 * The address that the client was fetched from. Every `Host` that is not this service's own has been
 * refused before. Behind a proxy the public address is preferred, because only that one tells whether
 * there is TLS.
 */
export function addressOf(request: Request, origins: Origins): string {
  const host = request.headers.get('host')
  return connectionOf(request).viaProxy ? origins.forUsers(host) : origins.own(host)
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
