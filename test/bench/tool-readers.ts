import { buildEngines } from '../../src/engines/build-engines.ts'
import type { ToolDouble } from './tool-double.ts'

const PROMPT = 'Where did we put the kettle?'

/** How one answer of a tool was read. */
export interface ToolRead {
  /** From before the tool was started. */
  firstTextMs: number
  characters: number
}

/** Runs the tool by hand, with the plainest reader of its lines. */
export async function readPlain({ command }: ToolDouble): Promise<ToolRead> {
  const clock = startClock()
  const child = Bun.spawn([command], { stdin: new Blob([PROMPT]), stdout: 'pipe' })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of child.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) clock.hear(JSON.parse(line).event?.delta?.text)
  }
  await child.exited
  return clock.read()
}

/** Runs the tool as an engine. */
export function engineReader({ settings }: ToolDouble): () => Promise<ToolRead> {
  const [engine] = buildEngines([settings], process.env)
  if (engine === undefined) throw new Error('One setting makes one engine')
  const turn = {
    model: 'opus',
    messages: [{ role: 'user' as const, content: PROMPT }],
    options: {},
    stream: true,
  }
  return async () => {
    const clock = startClock()
    const { signal } = new AbortController()
    for await (const batch of engine.run(turn, { id: 'one' }, signal))
      for (const event of batch) if (event.type === 'text') clock.hear(event.text)
    return clock.read()
  }
}

/** Asks the whole service for a streamed chat. */
export async function readChat(url: string, key: string): Promise<ToolRead> {
  const clock = startClock()
  const messages = [{ role: 'user', content: PROMPT }]
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'tool/opus', stream: true, messages }),
  })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (!frame.startsWith('data: {')) continue
      clock.hear(JSON.parse(frame.slice('data: '.length)).choices?.[0]?.delta?.content)
    }
  }
  return clock.read()
}

function startClock() {
  const started = performance.now()
  let first: number | undefined
  let characters = 0
  return {
    hear(text: unknown): void {
      if (typeof text !== 'string' || text === '') return
      first ??= performance.now()
      characters += text.length
    },
    read: (): ToolRead => ({ firstTextMs: (first ?? Number.NaN) - started, characters }),
  }
}
