import { connect } from 'node:net'
import { Changes } from './changes.ts'

/** A response as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

/** A TCP client that sends the given bytes unchanged and can pause reading. */
export function openRaw(port: number, first = '') {
  const started = performance.now()
  const socket = connect(port, '127.0.0.1')
  const closed = Promise.withResolvers<number>()
  const changes = new Changes()
  let text = ''
  let open = true
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => {
    text += piece
    changes.notify()
  })
  // A reset ends the connection; what was received before counts.
  socket.on('error', () => {})
  socket.on('close', () => {
    open = false
    closed.resolve(performance.now() - started)
    changes.notify()
  })
  if (first !== '') socket.write(first, 'latin1')

  async function until(condition: (text: string) => boolean): Promise<string> {
    await changes.until(() => !open || condition(text))
    return text
  }

  return {
    /** Resolves when the socket accepts more bytes, or the connection has ended. */
    async send(bytes: string | Uint8Array): Promise<void> {
      if (!open) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const room = typeof bytes === 'string' ? socket.write(bytes, 'latin1') : socket.write(bytes)
      if (room) return
      socket.once('drain', resolve)
      await Promise.race([promise, closed.promise])
    },
    /** The first response, once it is whole. @throws {Error} when the connection ends without one */
    answer: async (): Promise<RawAnswer> => parseAnswer(await until((so) => isWhole(so))),
    /** Resolves with the received text once it meets the condition or the connection has ended. */
    until,
    /** Stops reading. The kernel's buffers fill up, and the server has to wait. */
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    get open() {
      return open
    },
    get text() {
      return text
    },
    /** Milliseconds from the opening to the end of the connection. */
    closed: closed.promise,
    [Symbol.dispose]: () => {
      socket.destroy()
    },
  }
}
export type RawClient = ReturnType<typeof openRaw>

/** One request over a connection of its own. */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
  using client = openRaw(port, request)
  return await client.answer()
}

/** A request's head: a start line and headers, `Host` among them unless they name their own. */
export function head(start: string, ...headers: string[]): string {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: 127.0.0.1']
  return `${[start, ...host, ...headers].join('\r\n')}\r\n\r\n`
}

/** A piece of a chunked body. */
export function piece(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1]
  return length !== undefined && text.length >= end + 4 + Number(length)
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [start = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]
  if (end === -1 || status === undefined) throw new Error(`No answer came: ${text}`)
  const headers = new Headers()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    headers.append(name, value)
  }
  const length = Number(headers.get('content-length') ?? text.length)
  return { status: Number(status), headers, body: text.slice(end + 4, end + 4 + length) }
}
