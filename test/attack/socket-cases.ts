import { connect, type Socket } from 'node:net'
import { PRIMARY_KEY } from '../support/service.ts'
import type { HostileCase } from './hostile.ts'

const POST = 'POST /api/ai/generate HTTP/1.1\r\nHost: localhost\r\n'
const AUTHORIZED = `${POST}Authorization: Bearer ${PRIMARY_KEY}\r\n`
const GET = 'GET /health HTTP/1.1\r\nHost: localhost\r\n'
const HIDDEN = `${GET}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const ANSWER_MS = 20_000
const MANY = 300
const PIPELINED = 1_000
/** Descriptors that the service under attack may have. */
export const FILE_LIMIT = 4_096
/** Within those: of more, idle connections hold them all until their time is up. */
const IDLE = 3_000

/** Heads that can be read in two ways, or not at all: none may get an answer with 200. */
const BAD_HEADS: Readonly<Record<string, string>> = {
  'two lengths': `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${HIDDEN}`,
  'length and chunks': `${POST}Content-Length: 4\r\n${CHUNKED}\r\n0\r\n\r\n${HIDDEN}`,
  'chunks and length': `${POST}${CHUNKED}Content-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunked twice': `${POST}${CHUNKED}${CHUNKED}\r\n0\r\n\r\n${HIDDEN}`,
  'unknown coding': `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'blank before colon': `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'tab in coding': `${POST}Transfer-Encoding:\tchunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'folded header': `${POST}X-A: b\r\n Content-Length: 5\r\n\r\n${HIDDEN}`,
  'signed length': `${POST}Content-Length: +5\r\n\r\nhello${HIDDEN}`,
  'negative length': `${POST}Content-Length: -1\r\n\r\n${HIDDEN}`,
  'list of lengths': `${POST}Content-Length: 5, 5\r\n\r\nhello${HIDDEN}`,
  'huge chunk size': `${POST}${CHUNKED}\r\nffffffffffffffffff\r\n${HIDDEN}`,
  'negative chunk size': `${POST}${CHUNKED}\r\n-1\r\n${HIDDEN}`,
  'bare line feeds': `${POST.replaceAll('\r\n', '\n')}Content-Length: 5\n\n${HIDDEN}`,
  'bare carriage return': `${POST}X-A: b\rContent-Length: 5\r\n\r\n${HIDDEN}`,
  'zero byte': `${POST}X-A: \0\r\n\r\n${HIDDEN}`,
  'no host': 'GET /health HTTP/1.1\r\n\r\n',
  'two hosts': `${GET}Host: other\r\n\r\n`,
  'foreign host': 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'absolute target': 'GET http://evil.example/health HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'no version': 'GET /health\r\n\r\n',
  'other version': 'GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'other protocol': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  preface: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  connect: 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'long target': `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'long header': `GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n`,
  'many headers': `GET /health HTTP/1.1\r\nHost: localhost\r\n${'X-A: b\r\n'.repeat(100_000)}\r\n`,
}

/** Everything that a client can do wrong with a socket. */
export const SOCKET_CASES: readonly HostileCase[] = [
  ...Object.entries(BAD_HEADS).map(([name, text]) => ({
    name,
    attack: async ({ port }: { port: number }) => {
      const answer = await exchange(port, text)
      return / 200 /.test(answer) ? `answered with 200: ${answer.slice(0, 100)}` : undefined
    },
  })),
  {
    name: `${PIPELINED} pipelined requests`,
    attack: async ({ port }) => {
      const last = `${GET}Connection: close\r\n\r\n`
      const answer = await exchange(port, HIDDEN.repeat(PIPELINED - 1) + last)
      const count = answer.split('HTTP/1.1 200').length - 1
      return count === PIPELINED ? undefined : `${count} answers`
    },
  },
  crowd('heads that never end', (socket) => trickle(socket, GET, 'X-A: b\r\n')),
  crowd('bodies that never end', (socket) =>
    trickle(socket, `${AUTHORIZED}Content-Length: 500000\r\n\r\n{"prompt": "`, 'a'),
  ),
  crowd('chunks that never end', (socket) =>
    trickle(socket, `${AUTHORIZED}${CHUNKED}\r\n5\r\n{"pro`, ''),
  ),
  crowd('bodies that are cut off', (socket) => {
    socket.write(`${AUTHORIZED}Content-Length: 500000\r\n\r\n{"prompt": "`, () =>
      socket.resetAndDestroy(),
    )
  }),
  crowd('clients that send and leave', (socket) => socket.write(HIDDEN, () => socket.destroy())),
  crowd('clients that end their half', (socket) => socket.end(HIDDEN)),
  crowd('readers that do not read', (socket) => {
    socket.pause()
    const page = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'
    socket.write(page.repeat(50))
  }),
  {
    name: `${IDLE} idle connections`,
    attack: async ({ port }) => {
      const sockets = Array.from({ length: IDLE }, () => open(port))
      // Those without a whole request are closed after 10 s.
      for (const socket of sockets) socket.write(HIDDEN)
      try {
        await Bun.sleep(3_000)
        const answer = await exchange(port, `${GET}Connection: close\r\n\r\n`)
        return answer.includes('HTTP/1.1 200') ? undefined : 'nobody gets in beside them'
      } finally {
        for (const socket of sockets) socket.destroy()
      }
    },
  },
]

/** Many clients of one kind, beside which another still gets its answer. */
function crowd(name: string, act: (socket: Socket) => void): HostileCase {
  return {
    name: `${MANY} ${name}`,
    attack: async ({ port }) => {
      const sockets = Array.from({ length: MANY }, () => open(port))
      try {
        for (const socket of sockets) act(socket)
        await Bun.sleep(2_000)
        const answer = await exchange(port, `${GET}Connection: close\r\n\r\n`)
        return answer.includes('HTTP/1.1 200') ? undefined : 'nobody gets in beside them'
      } finally {
        for (const socket of sockets) socket.destroy()
      }
    },
  }
}

function open(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

function trickle(socket: Socket, first: string, piece: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(piece), 200)
  socket.once('close', () => clearInterval(timer))
}

/** Sends bytes, and reads until the service closes the connection or has said nothing for long. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = open(port)
  let answer = ''
  const closed = Promise.withResolvers<void>()
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1')
  })
  socket.on('close', () => closed.resolve())
  socket.setTimeout(ANSWER_MS, () => socket.destroy())
  socket.write(text, 'latin1')
  socket.once('data', () => socket.setTimeout(1_000, () => socket.destroy()))
  await closed.promise
  return answer
}
