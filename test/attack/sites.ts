import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import type { Driver } from './driver.ts'
import { faultOf, type HostileCase, runHostile } from './hostile.ts'
import { drip, endless, type RawAnswer, reset, whole } from './raw-server.ts'
import { siteOf, startPageProxy } from './sites-proxy.ts'

const MIB = 1024 ** 2
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n'
const SCRAPE_SECONDS = 20

/** Web pages that do all that a page can do wrong to a reader. */
export const sites: Driver = {
  name: 'sites',
  async run(context) {
    const answers = siteAnswers()
    await using proxy = await startPageProxy(answers)
    const cases = Object.keys(answers).map((name, index): HostileCase => {
      const body = {
        url: `${siteOf(index)}/${name}`,
        timeout_seconds: SCRAPE_SECONDS,
        render: 'never',
      }
      return {
        name,
        attack: async ({ url }) =>
          faultOf(await send(url, PRIMARY_KEY, 'POST', '/v1/web/scrape', body)),
      }
    })
    const service = { env: { EGRESS_PROXY: proxy.url } }
    return await runHostile({ context, service, cases, width: 2 })
  },
}

function siteAnswers(): Readonly<Record<string, RawAnswer>> {
  const deep = 200_000
  const spaces = Buffer.alloc(512 * MIB, '<p>')
  return {
    article: whole(
      `${HEAD}\r\n<article>${'<p>A sentence of some length.</p>'.repeat(50)}</article>`,
    ),
    endless: endless(`${HEAD}\r\n<p>`, 'x'.repeat(65_536)),
    'endless-tags': endless(`${HEAD}\r\n`, '<div class="a">'.repeat(4000)),
    'endless-head': endless('HTTP/1.1 200 OK\r\n', `x-a: ${'a'.repeat(1000)}\r\n`),
    'endless-comment': endless(`${HEAD}\r\n<!--`, '-'.repeat(65_536)),
    'gzip-bomb': whole(`${HEAD}content-encoding: gzip\r\n\r\n`, gzipSync(spaces, { level: 1 })),
    'brotli-bomb': whole(
      `${HEAD}content-encoding: br\r\n\r\n`,
      brotliCompressSync(spaces.subarray(0, 64 * MIB)),
    ),
    'deep-tags': whole(`${HEAD}\r\n${'<div>'.repeat(deep)}text${'</div>'.repeat(deep)}`),
    'deep-lists': whole(`${HEAD}\r\n${'<ul><li>'.repeat(deep)}text`),
    'deep-tables': whole(`${HEAD}\r\n${'<table><tr><td>'.repeat(deep / 4)}text`),
    'deep-quotes': whole(`${HEAD}\r\n<article>${'<blockquote>'.repeat(deep)}text</article>`),
    'many-attributes': whole(`${HEAD}\r\n<p ${attributes(300_000)}>text</p>`),
    'many-cells': whole(`${HEAD}\r\n<table>${'<tr><td>1<td>2'.repeat(100_000)}</table>`),
    'many-links': whole(`${HEAD}\r\n${'<a href="/x">link</a> '.repeat(100_000)}`),
    misnested: whole(`${HEAD}\r\n${'<b><i><p><a href=x>'.repeat(20_000)}text`),
    'deep-json-ld': whole(
      `${HEAD}\r\n<script type="application/ld+json">${'['.repeat(deep)}</script><p>text</p>`,
    ),
    'redirect-loop': whole(redirect(`${siteOf(200)}/redirect-loop`)),
    'redirect-inside': whole(redirect('http://127.0.0.1:22/')),
    'redirect-metadata': whole(redirect('http://169.254.169.254/latest/meta-data/')),
    'redirect-file': whole(redirect('file:///etc/passwd')),
    'meta-refresh': whole(`${HEAD}\r\n<meta http-equiv=refresh content="0;url=http://127.0.0.1/">`),
    drip: drip(`${HEAD}\r\n<p>text</p>`, 100),
    silent: () => undefined,
    reset: reset(`${HEAD}\r\n<p>text`),
    'reset-at-once': reset(''),
    'broken-pdf': whole(
      'HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n1 0 obj',
    ),
    'unknown-charset': whole('HTTP/1.1 200 OK\r\ncontent-type: text/html;charset=x\r\n\r\n<p>\xff'),
    'binary-garbage': whole(`${HEAD}\r\n`, crypto.getRandomValues(new Uint8Array(65_536))),
    'early-hints': endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  }
}

function redirect(to: string): string {
  return `HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ')
}
