import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readability } from '@mozilla/readability'
import { ChromiumRenderer } from '../../src/media/browser/chromium-renderer.ts'
import { readWebPage } from '../../src/media/documents/html.ts'
import { PageThreads } from '../../src/media/pages/page-threads.ts'
import { readPage } from '../../src/media/pages/read-page.ts'
import { ARTICLE_PAGES } from '../support/pages/article-pages.ts'
import { SITE_PAGES, wordF1 } from '../support/pages/site-pages.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { type Bench, startHearth } from './bench.ts'
import { besideWork } from './beside.ts'
import { type Child, startScript } from './child.ts'
import { inTurns, median, medianRatio } from './numbers.ts'
import { BENCH_PAGES } from './page-set.ts'
import type { Row } from './report.ts'

const FASTER = 5
const LOOP_MS = 20
const P99_MS = 5
const SECOND_SHARE = 0.6
const AT_ONCE = 8
/** Of the words of the main text, by the comparison of readers that scrapinghub publishes: trafilatura's. */
const MIN_WORDS_F1 = 0.958
const PEERS = ['jsdom@31.0.1', 'defuddle@0.19.4']
/** Outside the repository; kept for the next run. */
const FOLDER = join(tmpdir(), `hearth-bench-${PEERS.join('-')}`)

/** The reading of web pages: beside other readers, beside chats, and in a browser. */
export async function pages(bench: Bench): Promise<Row[]> {
  if (!existsSync(join(FOLDER, 'node_modules/defuddle'))) await installPeers()
  return [
    await besideJsdom(bench),
    await besideReaders(),
    await eventLoop(bench.rounds),
    await besideChat(bench),
    await browserReuse(bench.rounds),
  ]
}

async function besideJsdom({ folder, rounds }: Bench): Promise<Row> {
  const jsdom = join(FOLDER, 'node_modules/jsdom/lib/api.js')
  const start = (name: string, args: readonly string[]) =>
    startScript('page-reader', args, join(folder, `${name}.log`))
  await using own = await start('own-pages', [])
  await using other = await start('jsdom-pages', [jsdom])
  const rateOf = async ({ url }: Child) =>
    (BENCH_PAGES.length * 1000) / Number(await (await fetch(url)).json())
  const rates = await inTurns(
    [
      { name: 'Hearth', rate: () => rateOf(own) },
      { name: 'jsdom', rate: () => rateOf(other) },
    ],
    rounds,
  )
  const [ofOwn = [], ofJsdom = []] = rates
  const pageMs = (of: readonly number[]) => (1000 / median(of)).toFixed(1)
  return {
    measure: 'article of a page / jsdom with Readability',
    value: medianRatio(ofOwn, ofJsdom),
    unit: 'x',
    target: { atLeast: FASTER },
    detail: `Hearth ${pageMs(ofOwn)} ms, jsdom ${pageMs(ofJsdom)} ms a page of ${Math.round((BENCH_PAGES[0]?.length ?? 0) / 1000)} KB`,
  }
}

/** Whether the main text is found as well as by defuddle and by Readability as they come. */
async function besideReaders(): Promise<Row> {
  const { JSDOM, VirtualConsole } = await import(join(FOLDER, 'node_modules/jsdom/lib/api.js'))
  const { Defuddle } = await import(join(FOLDER, 'node_modules/defuddle/dist/node.js'))
  const url = 'https://a.example/x'
  const documentOf = (html: string) =>
    new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window.document
  const textOf = (html: string) => readWebPage(html, Number.POSITIVE_INFINITY, false).text
  const readers: Record<string, (html: string) => Promise<string>> = {
    Hearth: async (html) =>
      readPage({ bytes: new TextEncoder().encode(html), url, format: 'text' }).content,
    Readability: async (html) => textOf(new Readability(documentOf(html)).parse()?.content ?? ''),
    defuddle: async (html) => textOf((await Defuddle(documentOf(html), url, {})).content),
  }
  const pages = [...SITE_PAGES, ...ARTICLE_PAGES]
  const means: Record<string, number> = {}
  for (const [name, read] of Object.entries(readers)) {
    let sum = 0
    for (const { html, text } of pages) sum += wordF1(await read(html), text)
    means[name] = sum / pages.length
  }
  const { Hearth: own = 0, ...peers } = means
  const wanted = Math.max(MIN_WORDS_F1, ...Object.values(peers))
  const detail = Object.entries(means).map(([name, mean]) => `${name} ${mean.toFixed(3)}`)
  return {
    measure: `F1 of the words of the main text / the best of Readability, defuddle and ${MIN_WORDS_F1}`,
    value: own / wanted,
    unit: 'x',
    target: { atLeast: 1 },
    detail: `${detail.join(', ')} in ${pages.length} pages`,
  }
}

/**
 * How long the thread that asks for pages is held up at most. The reading itself shows in every round,
 * what else the machine does only in some: the best round counts.
 */
async function eventLoop(rounds: number): Promise<Row> {
  using threads = new PageThreads()
  const read = (html: string) =>
    threads.read(
      { bytes: new TextEncoder().encode(html), url: 'https://a.example/', format: 'markdown' },
      new AbortController().signal,
    )
  await Promise.all(BENCH_PAGES.map(read))
  const delays: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }, 1)
    await Promise.all(BENCH_PAGES.map(read))
    clearInterval(timer)
    delays.push(longest)
  }
  return {
    measure: 'longest delay of the thread that serves, while pages are read',
    value: Math.min(...delays),
    unit: 'ms',
    target: { below: LOOP_MS },
    detail: `${BENCH_PAGES.length} pages at once, rounds of ${delays.map((one) => one.toFixed(0)).join(', ')} ms; load ${loadavg()[0]?.toFixed(1)}`,
  }
}

async function besideChat(bench: Bench): Promise<Row> {
  await using hearth = await startHearth(bench, 1)
  // One owner alone never has all places of the lane.
  const credentials = [PRIMARY_KEY, ...hearth.keys.slice(0, 1)]
  let asked = 0
  const scrape = async () => {
    asked += 1
    // Each site is asked once a second, so each page is of another.
    const url = `http://site-${asked}.example/`
    const response = await fetch(`${hearth.url}/v1/web/scrape?url=${encodeURIComponent(url)}`, {
      headers: { authorization: `Bearer ${credentials[asked % credentials.length]}` },
    })
    if (!(await response.text()).includes('The river rose'))
      throw new Error(`The page was not read: ${response.status}`)
  }
  const { raisedMs, detail } = await besideWork(bench, hearth, () =>
    Promise.all(Array.from({ length: AT_ONCE }, scrape)),
  )
  return {
    measure: `rise of the added time to first byte of a chat beside ${AT_ONCE} pages, p99`,
    value: raisedMs,
    unit: 'ms',
    target: { below: P99_MS },
    detail: `${detail}; ${asked} pages; load ${loadavg()[0]?.toFixed(1)}`,
  }
}

/** The second page of a browser that is open, beside the first, which starts it. */
async function browserReuse(rounds: number): Promise<Row> {
  const html = `<title>T</title><div id="root"></div><script>root.innerHTML = '<p>Drawn</p>'</script>`
  // It answers what a proxy would forward.
  const server = createServer((_, answer) => answer.end(html))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const proxy = {
    ...{ username: 'bench', password: 'bench', server: `http://127.0.0.1:${port}` },
    url: `http://bench:bench@127.0.0.1:${port}`,
    failure: undefined,
    [Symbol.asyncDispose]: async () => {},
  }
  const [first, second]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round += 1) {
      await using renderer = new ChromiumRenderer({
        env: process.env,
        openEgressProxy: async () => proxy,
      })
      for (const times of [first, second]) {
        const started = performance.now()
        const options = { deadlineMs: 20_000, signal: new AbortController().signal }
        await renderer.render('http://a.example/', options)
        times.push(performance.now() - started)
      }
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return {
    measure: 'second page of a browser / the first, which starts it',
    value: medianRatio(second, first),
    unit: 'x',
    target: { below: SECOND_SHARE },
    detail: `first ${median(first).toFixed(0)} ms, second ${median(second).toFixed(0)} ms`,
  }
}

async function installPeers(): Promise<void> {
  const npm = Bun.spawn(
    ['npm', 'install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', ...PEERS],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said = await new Response(npm.stderr).text()
  if ((await npm.exited) !== 0) throw new Error(`npm cannot install it: ${said.slice(-300).trim()}`)
}
