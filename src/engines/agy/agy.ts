import { failureFrom } from '../cli/classify.ts'
import type { Dialect, Invocation } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { promptImages, promptText, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'
import { escapeAtSigns } from './at-signs.ts'
import { AgyReader } from './reader.ts'

/** Linux's limit for one argument, including its closing NUL. */
const MAX_ARGUMENT_BYTES = 128 * 1024 - 1
/** Longer than any time limit of an engine. The tool's default is five minutes. */
const PRINT_TIMEOUT = '25h'

/**
 * Google's Antigravity CLI: `agy -p`, one HOME per account. No flag disables its tools: the reader
 * refuses a run that uses one.
 */
export const agy: Dialect = {
  name: 'agy',
  // There is no known way to pass an image without letting the model open files.
  capabilities: { images: false, structured: true, tools: true },
  familyOf,
  prepare,
  reader: ({ model }: Turn) => new AgyReader(familyOf(model)),
  statusCommand: { args: ['models'], check },
}

/** Google's models share one quota, those of other makers a second one. */
function familyOf(model: string): string | undefined {
  if (/^gemini/i.test(model)) return 'gemini'
  return /^(claude|gpt)/i.test(model) ? 'claude-gpt' : undefined
}

async function prepare(turn: Turn, account: AccountSettings): Promise<Invocation> {
  return {
    args: [
      '--output-format=stream-json',
      `--print-timeout=${PRINT_TIMEOUT}`,
      `--model=${turn.model}`,
      '--new-project',
      ...account.extra_args,
      '-p',
      promptOf(turn),
    ],
    env: { HOME: account.dir },
    stdin: '',
  }
}

/** The prompt is an argument: from stdin the tool reads one only while stdin stays open. */
function promptOf(turn: Turn): string {
  const schema = schemaOf(turn)
  const messages =
    schema === undefined ? turn.messages : withInstruction(turn.messages, jsonInstruction(schema))
  const { parts } = renderPrompt(messages, { systemFlag: false })
  if (promptImages(parts).length > 0)
    throw new EngineFailure('request', 'Cannot hand over an image: the tool takes none', {
      retryableElsewhere: true,
      isPublic: true,
    })
  // An argument ends at its first NUL.
  const prompt = escapeAtSigns(promptText(parts)).replaceAll('\0', '\uFFFD')
  if (prompt.trim() === '')
    throw new EngineFailure('request', 'Cannot ask: the prompt is empty', { isPublic: true })
  const bytes = Buffer.byteLength(prompt)
  if (bytes > MAX_ARGUMENT_BYTES) {
    throw new EngineFailure(
      'request',
      `The prompt is too long: it has ${bytes} bytes, the tool takes ${MAX_ARGUMENT_BYTES}`,
      { retryableElsewhere: true, isPublic: true },
    )
  }
  return prompt
}

/** `agy models` lists models only when it is signed in. */
function check(stdout: string, stderr: string, exitCode: number): void {
  const output = `${stderr}\n${stdout}`
  if (exitCode === 0 && /\b(?:gemini|claude|gpt)-/i.test(stdout)) return
  throw failureFrom(output.trim() || `agy models listed nothing, with exit code ${exitCode}`, {
    now: Date.now(),
  })
}
