import type { Socket } from 'node:net'
import type { ServerConnection } from './connect-server.ts'

/** How long a server may take to end once the client has: the client may be gone. */
const HALF_CLOSED_MS = 30_000

interface RelayOptions {
  /** What the client has sent behind the head of its request. */
  rest: Buffer
  /** Told of every piece, before it is passed on; false closes both connections. */
  spend: (bytes: number) => boolean
}

/** Joins a client and its server until one of them closes. */
export function relay(
  client: Socket,
  { server, toServer, toClient, maxClientBytes }: ServerConnection,
  { rest, spend }: RelayOptions,
): void {
  let left = maxClientBytes
  if (toServer.length > 0) server.write(toServer)
  if (toClient.length > 0) client.write(toClient)
  pass(server, client, spend)
  const take = pass(client, server, (bytes) => {
    left -= bytes
    return left >= 0 && spend(bytes)
  })
  if (rest.byteLength > 0) take(rest)
  let timer: Timer | undefined
  client.once('end', () => {
    timer = setTimeout(() => server.destroy(), HALF_CLOSED_MS).unref()
  })
  server.once('close', () => clearTimeout(timer))
}

/** Passes bytes on at the pace of who takes them. @returns Passes on one piece more */
function pass(from: Socket, to: Socket, allows: RelayOptions['spend']): (piece: Buffer) => void {
  const take = (piece: Buffer) => {
    if (!allows(piece.byteLength)) {
      from.destroy()
      to.destroy()
    } else if (!to.write(piece)) from.pause()
  }
  from.on('data', take)
  to.on('drain', () => from.resume())
  from.once('end', () => to.end())
  from.once('close', () => to.destroySoon())
  from.resume()
  return take
}
