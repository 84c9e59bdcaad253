import { setTimeout as pause } from 'node:timers/promises'
import type { Account, ProbeKind } from '../contract/account.ts'
import type { Engine, EngineEvent, Message, Turn } from '../contract/text.ts'

const QUOTED_CHARACTERS = 200
const WORD_PAUSE_MS = 15

/**
 * The engine that answers when none is configured: offline, deterministic, word by word. Each
 * answer says that it is a demonstration. It never replaces a configured engine that fails.
 */
export class Demo implements Engine {
  readonly type = 'text'
  readonly id: string
  readonly kind = 'demo'
  readonly label: string
  readonly models: readonly string[]
  readonly maxCharacters: number
  readonly timeoutMs = 60_000
  readonly parallel: number | undefined
  readonly capabilities = { images: false, structured: false, tools: false }
  readonly accounts: readonly Account[] = [{ id: 'local' }]

  constructor(
    options: {
      id?: string
      label?: string
      models?: readonly string[]
      maxCharacters?: number
      parallel?: number | undefined
    } = {},
  ) {
    this.id = options.id ?? 'demo'
    this.label = options.label ?? 'Demonstration'
    this.models = options.models ?? ['demo']
    this.parallel = options.parallel
    this.maxCharacters = options.maxCharacters ?? 100_000
  }

  probeKind(): ProbeKind {
    return 'status'
  }

  /** Always succeeds. */
  async checkStatus(): Promise<void> {}

  async *run(
    turn: Turn,
    _account: Account,
    signal: AbortSignal,
  ): AsyncGenerator<readonly EngineEvent[]> {
    const text = answerTo(turn.messages)
    if (!turn.stream) {
      yield [
        { type: 'text', text },
        { type: 'finish', reason: 'stop' },
      ]
      return
    }
    for (const word of text.match(/\S+\s*/g) ?? []) {
      yield [{ type: 'text', text: word }]
      await pause(WORD_PAUSE_MS, undefined, { signal })
    }
    yield [{ type: 'finish', reason: 'stop' }]
  }
}

function answerTo(messages: readonly Message[]): string {
  const question = textOf(messages.findLast((message) => message.role === 'user')).trim()
  const quote = [...question].slice(0, QUOTED_CHARACTERS).join('')
  const reply =
    question === ''
      ? 'Your message had no text.'
      : `You wrote: "${quote}${quote === question ? '' : '…'}"`
  return `This is a demonstration: Hearth has found no engine, so no model has read your message. ${reply} To get real answers, start a local model server or put a GGUF file into DATA_DIR/models, which is found within seconds, or add an engine to hearth.toml and start Hearth again.`
}

function textOf(message: Message | undefined): string {
  if (typeof message?.content === 'string') return message.content
  return (message?.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(' ')
}
