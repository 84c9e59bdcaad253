import { createServer, type Socket } from 'node:net'

/** Answers one request by hand; `isStream` is what the request asked for. */
export type RawAnswer = (socket: Socket, isStream: boolean) => void

/**
 * A server of raw sockets: the first segment of a path names the answer, `/name/v1/…`. Lists of models
 * are answered as they should be.
 */
export async function startRawServer(answers: Readonly<Record<string, RawAnswer>>) {
  const sockets = new Set<Socket>()
  const asked = new Set<string>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const read = (bytes: Buffer) => {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (end === -1 || head.length < end + 4 + length) return
      const [method, path = ''] = head.split(' ', 2)
      const isStream = /"stream":\s*true/.test(head)
      head = ''
      if (path.endsWith('/models')) models(socket)
      else if (method === 'POST') {
        socket.off('data', read)
        const name = path.split('/')[1] ?? ''
        asked.add(name)
        answers[name]?.(socket, isStream)
        socket.on('data', () => undefined)
      } else socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    }
    socket.on('data', read)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    /** Names of the answers that were asked for. */
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function models(socket: Socket): void {
  const body = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] })
  const head = `content-type: application/json\r\ncontent-length: ${body.length}`
  socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`)
}

/** Writes the same piece until nobody reads it. */
export function endless(first: string, piece: string | Uint8Array): RawAnswer {
  return (socket) => {
    socket.write(first)
    const next = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', next)
    }
    next()
  }
}

/** Writes these bytes and closes. */
export function whole(...pieces: readonly (string | Uint8Array)[]): RawAnswer {
  return (socket) => {
    for (const piece of pieces) socket.write(piece)
    socket.end()
  }
}

/** Writes these bytes and resets the connection. */
export function reset(text: string): RawAnswer {
  return (socket) => {
    if (text === '') socket.resetAndDestroy()
    else socket.write(text, () => socket.resetAndDestroy())
  }
}

/** Writes these bytes one by one, slowly. */
export function drip(text: string, everyMs: number): RawAnswer {
  return (socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), everyMs)
    socket.once('close', () => clearInterval(timer))
  }
}
