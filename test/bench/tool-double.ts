import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineSettings } from '../../src/engines/settings.ts'

const SESSION = 'f4b2f2f6-3f2c-4c6e-9b9c-0d3c4a0f2f11'

/** A tool that costs nothing itself: reads its prompt, then writes one finished file. */
export interface ToolDouble {
  command: string
  /** Characters of its answer. */
  characters: number
  settings: EngineSettings
}

/**
 * Makes a double of the claude tool.
 *
 * @param folder Where it is put; is made
 * @param deltas How many parts its answer has
 * @param size Characters of one part
 */
export function makeToolDouble(folder: string, deltas: number, size: number): ToolDouble {
  const account = join(folder, 'account')
  mkdirSync(account, { recursive: true })
  const output = join(folder, 'output.jsonl')
  const part = streamed({ type: 'content_block_delta', index: 0, delta: textDelta(size) })
  const lines = [
    {
      type: 'system',
      subtype: 'init',
      tools: [],
      mcp_servers: [],
      model: 'opus',
      apiKeySource: 'none',
      ...ids(),
    },
    streamed({ type: 'message_start', message: { model: 'opus', role: 'assistant', content: [] } }),
    ...Array<object>(deltas).fill(part),
    streamed({ type: 'message_stop' }),
    { type: 'result', subtype: 'success', is_error: false, result: '', stop_reason: 'end_turn' },
  ]
  writeFileSync(output, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const command = join(folder, 'claude')
  writeFileSync(command, `#!/bin/sh\ncat > /dev/null\nexec cat '${output}'\n`)
  chmodSync(command, 0o755)
  return {
    command,
    characters: deltas * size,
    settings: {
      id: 'tool',
      adapter: 'claude',
      command,
      models: ['opus'],
      max_characters: 100_000,
      timeout_seconds: 60,
      accounts: [{ id: 'one', dir: account, extra_args: [], env: {} }],
    },
  }
}

function textDelta(size: number): object {
  return { type: 'text_delta', text: 'word '.repeat(Math.ceil(size / 5)).slice(0, size) }
}

/** As the tool writes it, with all that no reader needs. */
function streamed(event: object): object {
  return { type: 'stream_event', event, parent_tool_use_id: null, ...ids() }
}

function ids(): object {
  return { uuid: '3e6f0c8a-7a55-4f0b-8c6b-2f5a53a3f001', session_id: SESSION }
}
