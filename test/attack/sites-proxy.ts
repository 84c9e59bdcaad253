import { createServer, type Socket } from 'node:net'
import type { RawAnswer } from './raw-server.ts'

/** One of 250 sites at public addresses, of which nothing is asked: all goes to the proxy. */
export function siteOf(index: number): string {
  return `http://93.184.216.${index + 1}`
}

const ARTICLE = 'The river rose by two metres in the night, said the warden, and more. '.repeat(20)
const PAGE = `<!doctype html><title>River</title><article><h1>River</h1><p>${ARTICLE}</p></article>`

/**
 * An HTTP proxy that answers for every site by itself, so that pages of public addresses can be read
 * without a network: for `/name` of any of them the answer of that name, and an article for any other path.
 */
export async function startPageProxy(answers: Readonly<Record<string, RawAnswer>>) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const read = (bytes: Buffer) => {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', read)
      socket.on('data', () => undefined)
      const name = (head.split(' ', 2)[1] ?? '').split('/').at(-1) ?? ''
      if (name === 'robots.txt') respond(socket, '404 Not Found', '')
      else if (answers[name] === undefined) respond(socket, '200 OK', PAGE)
      else answers[name](socket, false)
    }
    socket.on('data', read)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function respond(socket: Socket, status: string, body: string): void {
  const head = `content-type: text/html\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
}
