import { gzipSync } from 'node:zlib'
import { drip, endless, type RawAnswer, reset, whole } from './raw-server.ts'

const MIB = 1024 ** 2
const DEPTH = 200_000
const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n'
const SSE_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n'
const DELTA = sse({ content: 'word '.repeat(1000) })
const TINY = sse({ content: 'a' }).repeat(200)
const WHOLE_START = '{"choices":[{"index":0,"message":{"role":"assistant","content":"'

/** What a hostile model server sends, by name. */
export function serverAnswers(): Readonly<Record<string, RawAnswer>> {
  const bomb = gzipSync(Buffer.alloc(512 * MIB, ' '), { level: 1 })
  const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
  const objects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`
  return {
    'endless-whole': endless(`${JSON_HEAD}\r\n${WHOLE_START}`, 'a'.repeat(65_536)),
    'endless-deltas': endless(SSE_HEAD, DELTA),
    'endless-tiny-deltas': endless(SSE_HEAD, TINY),
    'endless-line': endless(`${SSE_HEAD}data: `, 'a'.repeat(65_536)),
    'endless-comments': endless(SSE_HEAD, ': still here\n\n'.repeat(1000)),
    'endless-line-breaks': endless(SSE_HEAD, '\n'.repeat(65_536)),
    'endless-reasoning': endless(SSE_HEAD, sse({ reasoning_content: 'a'.repeat(5000) })),
    'endless-arguments': endless(SSE_HEAD, sse({ tool_calls: [call(0, 'a'.repeat(5000))] })),
    'endless-calls': (socket) => {
      let index = 0
      socket.write(SSE_HEAD)
      const next = () => {
        while (!socket.destroyed && socket.write(sse({ tool_calls: [call(index++, '{}')] })));
        if (!socket.destroyed) socket.once('drain', next)
      }
      next()
    },
    'endless-head': endless('HTTP/1.1 200 OK\r\n', `x-a: ${'a'.repeat(1000)}\r\n`),
    'endless-continue': endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    'endless-error': endless('HTTP/1.1 500 No\r\n\r\n', 'no '.repeat(10_000)),
    'gzip-bomb': whole(`${JSON_HEAD}content-encoding: gzip\r\n\r\n`, bomb),
    'gzip-bomb-stream': whole(
      SSE_HEAD.replace('\r\n\r\n', '\r\ncontent-encoding: gzip\r\n\r\n'),
      bomb,
    ),
    'gzip-bomb-error': whole('HTTP/1.1 400 No\r\ncontent-encoding: gzip\r\n\r\n', bomb),
    'deep-whole': whole(`${JSON_HEAD}\r\n{"choices":[{"message":{"content":"a","x":${deep}}}]}`),
    'deep-content': whole(`${JSON_HEAD}\r\n{"choices":[{"message":{"content":${deep}}}]}`),
    'deep-objects': whole(`${JSON_HEAD}\r\n${objects}`),
    'deep-delta': whole(`${SSE_HEAD}data: {"choices":[{"delta":{"content":${deep}}}]}\n\n`),
    'deep-error': whole(`HTTP/1.1 400 No\r\n\r\n{"error":${deep}}`),
    'huge-index': whole(`${SSE_HEAD}${sse({ tool_calls: [call(2 ** 31, '{}')] })}`),
    'huge-numbers': whole(`${SSE_HEAD}data: {"choices":[{"index":1e308,"delta":{}}]}\n\n`),
    'reset-at-once': reset(''),
    'reset-in-head': reset('HTTP/1.1 200 OK\r\ncontent-ty'),
    'reset-after-head': reset(`${JSON_HEAD}content-length: 100\r\n\r\n`),
    'reset-in-whole': reset(`${JSON_HEAD}content-length: 100000\r\n\r\n${WHOLE_START}`),
    'reset-in-stream': reset(`${SSE_HEAD}${sse({ content: 'Once ' })}`),
    'end-in-stream': whole(`${SSE_HEAD}${sse({ content: 'Once ' })}`),
    'end-in-event': whole(`${SSE_HEAD}data: {"choices":[{"del`),
    'end-in-whole': whole(`${JSON_HEAD}content-length: 100000\r\n\r\n${WHOLE_START}`),
    'drip-head': drip('HTTP/1.1 200 OK\r\nx-a: aaaaaaaaaa', 200),
    'drip-body': drip(`${JSON_HEAD}\r\n${WHOLE_START}`, 50),
    'drip-comments': drip(`${SSE_HEAD}:\n\n`, 20),
    silent: () => undefined,
    'wrong-types': whole(`${JSON_HEAD}\r\n{"choices":{"length":1e9,"0":[null]}}`),
    'wrong-content': whole(`${JSON_HEAD}\r\n{"choices":[{"message":{"content":{"a":1}}}]}`),
    'wrong-deltas': whole(`${SSE_HEAD}${['null', '[]', '5', '"a"'].map(event).join('')}`),
    'no-json': whole(`${JSON_HEAD}\r\n<html>Welcome to the hotel network</html>`),
    'broken-utf8': whole(SSE_HEAD, Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 10, 10])),
    empty: whole(`${JSON_HEAD}content-length: 0\r\n\r\n`),
    'no-content': whole('HTTP/1.1 204 No Content\r\n\r\n'),
    'switching-protocols': whole('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
    'early-hints': endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    'redirect-loop': whole(
      'HTTP/1.1 307 Go\r\nlocation: /redirect-loop/v1/chat/completions\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
    ),
    'redirect-file': whole(
      'HTTP/1.1 302 Go\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n',
    ),
    'two-lengths': whole('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nhello'),
    'wrong-chunks': whole(`${JSON_HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc`),
    'no-http': whole('SSH-2.0-OpenSSH_9.2\r\n'),
    'busy-for-ever': whole(
      'HTTP/1.1 429 No\r\nretry-after: 99999999999999999999\r\ncontent-length: 0\r\n\r\n',
    ),
  }
}

function sse(delta: object): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`
}

function event(data: string): string {
  return `data: ${data}\n\n`
}

function call(index: number, text: string): object {
  return { index, id: `c${index}`, type: 'function', function: { name: 'f', arguments: text } }
}
