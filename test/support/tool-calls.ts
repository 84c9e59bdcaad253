import { chunk, sse } from './upstream.ts'

/** An answer that calls tools; the arguments come in pieces. */
export function calling(calls: readonly { name: string; values?: object }[], text = ''): Response {
  return sse([
    chunk({ role: 'assistant', content: text }),
    ...calls.flatMap(({ name, values = {} }, index) => {
      const written = JSON.stringify(values)
      const middle = Math.floor(written.length / 2)
      return [
        chunk({
          tool_calls: [
            { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } },
          ],
        }),
        chunk({ tool_calls: [{ index, function: { arguments: written.slice(0, middle) } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: written.slice(middle) } }] }),
      ]
    }),
    chunk({}, 'tool_calls'),
  ])
}
