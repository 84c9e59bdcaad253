// A server that does nothing else, in a thread of its own: how fast this machine answers now.

declare const self: Worker

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('ok') })
self.postMessage(server.url.href)
