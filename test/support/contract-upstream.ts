import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What the upstream does with every request of a test case. */
export type Behaviour = 'answer' | 'wait' | 'call' | 'cut' | 'hang' | Refusal
export type Refusal = 'quota' | 'credential' | 'overload'

/** The part of a vendor's protocol that its command-line tool needs for an answer. */
export interface VendorProtocol {
  /** Whether a path is a request for an answer; any other path gets 404. */
  isAnswerRequest(path: string): boolean
  /** The events before the words, the event of one word, and the events after the words. */
  head(): string
  word(text: string): string
  tail(text: string): string
  /** A whole answer, in which the model calls tools to write a file. */
  call(path: string): string
  /** Names of the tools in a request, nested ones after a slash. */
  toolNames(question: unknown): readonly string[]
  refuse(refusal: Refusal): { status: number; headers?: Record<string, string>; body: object }
}

const WORDS = ['The ', 'quick ', 'answer ', 'is ', '42.\n\n', 'Six ', 'times ', 'seven.']
/** The whole answer of the upstream. */
export const ANSWER = WORDS.join('')
/** How many words are sent before the upstream breaks the connection, or waits for `resume`. */
const FIRST_WORDS = 4
/** Time for the words to be sent; a reset connection loses what is still buffered. */
const CUT_PAUSE_MS = 50
/** Seconds until the quota is reset, as the upstream reports it. */
export const QUOTA_SECONDS = 3_600

/**
 * A vendor's service on loopback with the same behaviour for every request.
 *
 * @param file What the model tries to write, where it calls tools
 */
export async function startContractUpstream(
  protocol: VendorProtocol,
  behaviour: Behaviour,
  file: string,
) {
  const resume = Promise.withResolvers<void>()
  const bodies: unknown[] = []
  let failedAt: number | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method !== 'POST' || !protocol.isAnswerRequest(request.url ?? '')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    bodies.push(JSON.parse(body))
    switch (behaviour) {
      case 'answer':
      case 'wait':
      case 'cut':
        return streamAnswer(response, behaviour)
      case 'call':
        // Once, because the next request contains the result of the call.
        if (bodies.length > 1) return streamAnswer(response, 'answer')
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(protocol.call(file))
        return
      case 'hang':
        failedAt ??= performance.now()
        return
      default:
        failedAt ??= performance.now()
        refuse(response, behaviour)
    }
  }

  async function streamAnswer(
    response: ServerResponse,
    how: 'answer' | 'wait' | 'cut',
  ): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(protocol.head() + WORDS.slice(0, FIRST_WORDS).map(protocol.word).join(''))
    if (how === 'wait') await resume.promise
    if (how === 'cut') {
      await Bun.sleep(CUT_PAUSE_MS)
      failedAt ??= performance.now()
      response.socket?.resetAndDestroy()
      return
    }
    response.end(WORDS.slice(FIRST_WORDS).map(protocol.word).join('') + protocol.tail(ANSWER))
  }

  function refuse(response: ServerResponse, refusal: Refusal): void {
    const { status, headers, body } = protocol.refuse(refusal)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    // A tool that is stopped breaks its connection, which no test case is about.
    void serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot listen on loopback')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The parsed body of each request for an answer. */
    bodies,
    /** When the first request was refused, broken off or left without an answer; `performance.now()`. */
    get failedAt() {
      return failedAt
    },
    /** Lets a waiting upstream send the rest of its answer. */
    resume: () => resume.resolve(),
    async [Symbol.asyncDispose]() {
      resume.resolve()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
