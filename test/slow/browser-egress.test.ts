import { expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import {
  inTestInternet,
  redirectAnswer,
  TestInternet,
  textAnswer,
} from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'
import { openScraper } from '../support/web-scraper.ts'

const OWN = '93.184.0.1'
/** Not one of the web, so that nothing of the test internet is behind it. */
const CANARY = 9_321
const EVERY_WAY = ['127.0.0.1', '[::1]', 'turn.test']
const PRIVATE = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '017700000001', 'localhost', 'a.localhost'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '0', '0.0.0.0', '93.185.0.1'],
  ...['[2606:2900::1]', 'intranet', '①②⑦.0.0.1', 'turn.test', 'inside.test'],
]

/** Counts whatever reaches a port of this machine, by TCP and UDP, on any address. */
class Canary implements AsyncDisposable {
  readonly touches: string[] = []
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #udp = [createSocket('udp4'), createSocket({ type: 'udp6', ipv6Only: true })]

  static async open(): Promise<Canary> {
    const canary = new Canary()
    for (const host of ['0.0.0.0', '::']) {
      const server = createServer((socket) => {
        canary.touches.push(`TCP ${socket.localAddress}`)
        canary.#sockets.add(socket)
        socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\nsecret')
      })
      canary.#servers.push(server)
      await new Promise<void>((done) => server.listen({ host, port: CANARY, ipv6Only: true }, done))
    }
    for (const socket of canary.#udp) {
      socket.on('message', (message) => canary.touches.push(`UDP of ${message.length} bytes`))
      await new Promise<void>((done) => socket.bind(CANARY, done))
    }
    return canary
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#udp) socket.close()
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))))
  }
}

function html(body: string): string {
  return textAnswer(`<!doctype html><title>T</title>${body}`, '200 OK', [
    'content-type: text/html',
    'connection: close',
  ])
}

/** What a script can do to reach an address, each without waiting for an answer. */
function attemptsOf(host: string, port: number): string {
  const url = `http://${host}:${port}`
  return `
    attempt(() => fetch('${url}/fetch', { mode: 'no-cors' }));
    attempt(() => fetch('${url.replace('http', 'https')}/tls', { mode: 'no-cors' }));
    attempt(() => { const r = new XMLHttpRequest(); r.open('GET', '${url}/xhr'); r.send() });
    attempt(() => { new WebSocket('ws://${host}:${port}/socket').onerror = () => {} });
    attempt(() => { new EventSource('${url}/events').onerror = () => {} });
    attempt(() => navigator.sendBeacon('${url}/beacon', 'x'));
    attempt(() => { new Image().src = '${url}/image' });
    attempt(() => { new Worker(URL.createObjectURL(new Blob(["fetch('${url}/worker').catch(() => {})"]))) });
    for (const [name, key] of [['iframe', 'src'], ['script', 'src'], ['embed', 'src'], ['object', 'data'], ['video', 'src'], ['audio', 'src']])
      attempt(() => { const e = document.createElement(name); e[key] = '${url}/' + name; document.body.append(e) });
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'stylesheet', 'icon', 'manifest', 'modulepreload', 'prerender'])
      attempt(() => { const e = document.createElement('link'); e.rel = rel; e.as = 'fetch'; e.href = '${url}/' + rel; document.head.append(e) });
    attempt(() => { new WebTransport('https://${host}:${port}/').closed.catch(() => {}) });
    attempt(() => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}:${port}' }, { urls: 'turn:${host}:${port}?transport=tcp', username: 'u', credential: 'c' }] });
      p.createDataChannel('x'); gathered.push(new Promise((done) => { p.onicegatheringstatechange = () => { if (p.iceGatheringState === 'complete') done() } })); p.createOffer().then((o) => p.setLocalDescription(o)) });
    attempt(() => { const a = document.createElement('a'); a.href = '${url}/download'; a.download = 'x'; a.target = 'frame'; document.body.append(a); a.click() });
    attempt(() => window.open('${url}/window'));
    attempt(() => { const f = document.createElement('form'); f.action = '${url}/form'; f.method = 'post'; f.target = 'frame'; document.body.append(f); f.submit() });`
}

inTestInternet(import.meta.path, () => {
  test('nothing of a page reaches an address of this machine, in any way that browsers have', async () => {
    await using net = await TestInternet.open()
    await using canary = await Canary.open()
    await using web = openScraper()
    // An interface with a way out, by which browsers send UDP.
    await Bun.$`ip address add 93.186.0.1/24 dev hole && ip route add default via 93.186.0.2 dev hole`.quiet()
    net.name('a.test', [OWN])
    net.name('inside.test', ['10.0.0.1'])
    net.name('turn.test', (lookup) => [lookup === 0 ? OWN : '127.0.0.1'])
    net.path('/redirect', redirectAnswer(`http://127.0.0.1:${CANARY}/`))
    // A public address, too: what does not use TCP through the proxy must not leave at all.
    const spellings = PRIVATE.map(
      (host) => `attempt(() => fetch('http://${host}:${CANARY}/', { mode: 'no-cors' }));`,
    ).join('')
    const script = [...EVERY_WAY, OWN].map((host) => attemptsOf(host, CANARY)).join('')
    net.path(
      '/attempts',
      html(`<p>Text</p><iframe name="frame"></iframe><link rel="preconnect" href="http://127.0.0.1:${CANARY}/"><link rel="dns-prefetch" href="//lookup.test/"><a href="http://name.test/" ping="http://127.0.0.1:${CANARY}/">x</a>
        <script>const gathered = []; const attempt = async (run) => { try { await run() } catch {} };
        addEventListener('load', () => { ${script}${spellings} fetch('/redirect').catch(() => {}); fetch('/wait');
          Promise.all(gathered).then(() => { document.body.append('All attempts are made'); fetch('/gathered') }) })</script>`),
    )
    // An open request, which keeps the page from being taken before all was tried.
    const gathered = Promise.withResolvers<void>()
    net.path('/wait', (socket) => void gathered.promise.then(() => socket.end(html('x'))))
    net.path('/gathered', (socket) => {
      socket.end(html('x'))
      gathered.resolve()
    })
    const page = await web.scrape({
      url: 'http://a.test/attempts',
      render: 'always',
      format: 'text',
    })
    expect(page.content).toContain('All attempts are made')
    // By the proxy, a public address may be reached.
    expect(canary.touches.filter((touch) => touch !== `TCP ${OWN}`)).toEqual([])
    // Names are looked up by the proxy alone: what is only prefetched is never asked for.
    expect(net.lookups.filter((one) => /lookup|name\.test/.test(one))).toEqual([])
  })

  test('a page that leads to such an address is refused, with the reason', async () => {
    await using net = await TestInternet.open()
    await using canary = await Canary.open()
    await using web = openScraper()
    for (const name of ['a.test', 'b.test']) net.name(name, [OWN])
    net.name('turn.test', (lookup) => [lookup < 2 ? OWN : '127.0.0.1'])
    const inside = `127.0.0.1:${CANARY}`
    net.path('/tls', redirectAnswer(`https://${inside}/`))
    net.path('/script', html(`<p>x</p><script>location = 'http://${inside}/'</script>`))
    net.path(
      '/refresh',
      html(`<p>x</p><meta http-equiv="refresh" content="0;url=http://${inside}/">`),
    )
    for (const path of ['tls', 'script', 'refresh'])
      expect([
        path,
        await thrown(web.scrape({ url: `http://a.test/${path}`, render: 'always' })),
      ]).toEqual([
        path,
        expect.objectContaining({
          code: 'address_refused',
          message: 'Cannot download from 127.0.0.1: this address is not on the public internet',
        }),
      ])
    expect(
      await thrown(web.scrape({ url: `http://[::1]:${CANARY}/`, render: 'always' })),
    ).toMatchObject({ code: 'address_refused' })
    for (const url of [
      'file:///etc/passwd',
      'chrome://version/',
      'view-source:http://a.test/',
      'data:text/html,x',
      'about:blank',
      'javascript:1',
    ])
      expect([url, await thrown(web.scrape({ url, render: 'always' }))]).toEqual([
        url,
        expect.objectContaining({ code: 'invalid' }),
      ])
    const frames = ['file:///etc/passwd', 'chrome://version/', 'view-source:http://a.test/']
      .map((target) => `<iframe src="${target}"></iframe>`)
      .join('')
    net.path(
      '/workers',
      html(
        `<p>Stays</p>${frames}<script>navigator.serviceWorker.register('/worker.js'); location = 'file:///etc/passwd'</script>`,
      ),
    )
    net.path(
      '/file.zip',
      textAnswer('PK', '200 OK', ['content-disposition: attachment; filename=x.zip']),
    )
    expect((await web.scrape({ url: 'http://a.test/workers', render: 'always' })).content).toBe(
      'Stays',
    )
    expect(
      await thrown(web.scrape({ url: 'http://a.test/file.zip', render: 'always' })),
    ).toMatchObject({ code: 'download_failed' })
    expect(net.received.filter(({ line }) => line.includes('worker.js'))).toEqual([])
    expect(canary.touches).toEqual([])
    // What the browser asks for by itself goes nowhere.
    const hosts = new Set(net.received.map(({ headers }) => headers.get('host')))
    expect([...hosts].filter((host) => host !== 'a.test')).toEqual([])
    expect(net.lookups.filter((one) => !/^(?:a|b|turn)\.test /.test(one))).toEqual([])
  })
})
