import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on loopback that stands for a bad connection to the service. */
export async function openBadLine(port: number) {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  let cutAt = Number.POSITIVE_INFINITY
  let holdAt = Number.POSITIVE_INFINITY
  let sent = 0
  let holding = Promise.withResolvers<void>()
  const cutAll = (some: ReadonlySet<Socket>) => {
    for (const socket of some) socket.destroy()
  }
  const server = createServer((client) => {
    if (sent >= cutAt) return void client.destroy()
    const service = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        held.delete(socket)
        other.destroy()
      })
    }
    service.pipe(client)
    let own = 0
    client.on('data', (bytes) => {
      service.write(bytes)
      sent += bytes.length
      own += bytes.length
      if (sent >= cutAt) return cutAll(sockets)
      if (own < holdAt) return
      client.pause()
      held.add(client)
      holding.resolve()
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** After so many bytes in all, every connection breaks and new ones are refused. */
    cutAfter(bytes: number) {
      sent = 0
      cutAt = bytes
    },
    /** Each connection stands still after so many bytes of its own. Resolves when one does. */
    holdAfter(bytes: number): Promise<void> {
      holdAt = bytes
      holding = Promise.withResolvers()
      return holding.promise
    },
    /** Lets everything through; the connections that stood still are broken. */
    restore() {
      sent = 0
      cutAt = Number.POSITIVE_INFINITY
      holdAt = Number.POSITIVE_INFINITY
      cutAll(held)
    },
    async [Symbol.asyncDispose]() {
      cutAll(sockets)
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
