import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** What the upstream does with every question of a case. */
export type Behaviour = 'answer' | 'wait' | 'call' | 'cut' | 'hang' | Refusal
export type Refusal = 'quota' | 'credential' | 'overload'

/** One vendor's protocol, as far as its command-line tool needs it for a plain answer. */
export interface Tongue {
  /** Whether a path asks for an answer; every other one is unknown to the upstream. */
  isAsk(path: string): boolean
  /** The events before the words, the one of a word, and those after the words. */
  head(): string
  word(text: string): string
  tail(text: string): string
  /** A whole answer, in which the model calls tools to write a file. */
  call(path: string): string
  /** The names of the tools on offer in a question, nested ones behind a slash. */
  offered(question: unknown): readonly string[]
  refuse(refusal: Refusal): { status: number; headers?: Record<string, string>; body: object }
}

const WORDS = ['The ', 'quick ', 'answer ', 'is ', '42.\n\n', 'Six ', 'times ', 'seven.']
/** What the upstream says, whole. */
export const ANSWER = WORDS.join('')
/** How many words come before it breaks off, or waits to be told to go on. */
const FIRST_WORDS = 4
/** The words must have left before the connection breaks, or they are lost with it. */
const CUT_PAUSE_MS = 50
/** When an upstream that refuses for quota's sake says that it will answer again. */
export const QUOTA_SECONDS = 3_600

/**
 * A vendor's service on loopback that does one thing with every question.
 *
 * @param file What the model tries to write, where it calls tools
 */
export async function startContractUpstream(tongue: Tongue, behaviour: Behaviour, file: string) {
  const goOn = Promise.withResolvers<void>()
  const bodies: unknown[] = []
  let firstSign: number | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method !== 'POST' || !tongue.isAsk(request.url ?? '')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    bodies.push(JSON.parse(body))
    switch (behaviour) {
      case 'answer':
      case 'wait':
      case 'cut':
        return speak(response, behaviour)
      case 'call':
        // Once: the next question has what became of it.
        if (bodies.length > 1) return speak(response, 'answer')
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(tongue.call(file))
        return
      case 'hang':
        firstSign ??= performance.now()
        return
      default:
        firstSign ??= performance.now()
        refuse(response, behaviour)
    }
  }

  async function speak(response: ServerResponse, how: 'answer' | 'wait' | 'cut'): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(tongue.head() + WORDS.slice(0, FIRST_WORDS).map(tongue.word).join(''))
    if (how === 'wait') await goOn.promise
    if (how === 'cut') {
      await Bun.sleep(CUT_PAUSE_MS)
      firstSign ??= performance.now()
      response.socket?.resetAndDestroy()
      return
    }
    response.end(WORDS.slice(FIRST_WORDS).map(tongue.word).join('') + tongue.tail(ANSWER))
  }

  function refuse(response: ServerResponse, refusal: Refusal): void {
    const { status, headers, body } = tongue.refuse(refusal)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    // A tool that is ended breaks its connection off: no case is about that.
    void serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot listen on loopback')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Each question for an answer, parsed. */
    bodies,
    /** When the first question was refused, broken off or left to hang; `performance.now()`. */
    get firstSign() {
      return firstSign
    },
    /** Lets an upstream that waits say the rest. */
    goOn: () => goOn.resolve(),
    async [Symbol.asyncDispose]() {
      goOn.resolve()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
