import { connect, type Socket } from 'node:net'

/** How long an address may be silent before the next is tried beside it. RFC 8305, 5 */
const STAGGER_MS = 250
/** A name with more addresses than these has mirrors enough. */
const MAX_ADDRESSES = 6

/** An open connection, and which of the addresses it is to. */
export interface Dialled {
  socket: Socket
  address: string
}

/**
 * Opens a connection to the first address that accepts one, so that a broken IPv6 holds nobody up.
 *
 * @param addresses At least one, each checked
 * @throws The error of the last address that failed, or the signal's reason
 */
export function dial(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Dialled> {
  const waiting = addresses.slice(0, MAX_ADDRESSES)
  const open = new Set<Socket>()
  const { promise, resolve, reject } = Promise.withResolvers<Dialled>()
  let timer: Timer | undefined
  const settle = (winner?: Socket) => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    for (const socket of open) if (socket !== winner) socket.destroy()
    waiting.length = 0
  }
  const abort = () => {
    settle()
    reject(signal.reason)
  }
  const tryNext = () => {
    clearTimeout(timer)
    const address = waiting.shift()
    if (address === undefined) return
    const socket = connect({ host: address, port, noDelay: true })
    open.add(socket)
    socket.on('error', (error) => {
      open.delete(socket)
      if (waiting.length > 0) tryNext()
      else if (open.size === 0) {
        settle()
        reject(error)
      }
    })
    socket.once('connect', () => {
      settle(socket)
      resolve({ socket, address })
    })
    if (waiting.length > 0) timer = setTimeout(tryNext, STAGGER_MS)
  }
  if (signal.aborted) abort()
  else {
    signal.addEventListener('abort', abort, { once: true })
    tryNext()
  }
  return promise
}
