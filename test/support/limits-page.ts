// Writes the numbers of /docs/limits from the code: bun run docs:limits
import { join } from 'node:path'
import { loadConfig } from '../../src/config/load.ts'
import { PROBE_INTERVAL_MS } from '../../src/core/engines/account-monitor.ts'
import { MAX_LIFETIME_MS, MIN_LIFETIME_MS } from '../../src/core/identity/invites.ts'
import { RETRY_AFTER_SECONDS } from '../../src/core/tasks/admission.ts'
import { MIN_CREDITS } from '../../src/core/usage/prices.ts'
import { EVENT_CHARACTERS } from '../../src/engines/contract/text.ts'
import { MAX_SPEECH_RATE, MIN_SPEECH_RATE } from '../../src/engines/speech/read-speech.ts'
import { MAX_HELD_FILE_BYTES } from '../../src/features/files/opened-files.ts'
import { MAX_SPEED, MIN_SPEED } from '../../src/features/speech/tts-task.ts'
import { HTTP_LIMITS } from '../../src/http/limits.ts'
import { IDLE_FRAME_TICKS } from '../../src/http/reply/sse.ts'
import { MAX_SILENCE_DB } from '../../src/media/audio/split-at-silence.ts'
import { SPEECH_SAMPLE_RATE } from '../../src/media/contract-audio.ts'

export const LIMITS_PAGE = join(import.meta.dir, '../../public/docs/limits.md')
const SRC = join(import.meta.dir, '../../src')
const SETTINGS = loadConfig({}, () => undefined)

/** How many of the smallest each unit is; a constant says its own at the end of its name. */
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
}
const BYTES: Readonly<Record<string, number>> = {
  bytes: 1,
  KB: 1000,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

/** Defaults of settings, and what is made of several constants. */
const OTHERS: Readonly<Record<string, string>> = {
  'answer-cut': limit(SETTINGS.max_answer_bytes, 'bytes', 'MiB'),
  'body-memory': limit(SETTINGS.body_memory_bytes, 'bytes', 'MiB'),
  'usage-retention': counted(SETTINGS.keep_usage_days, 'days'),
  'audit-retention': counted(SETTINGS.keep_audit_days, 'days'),
  'device-retention': counted(SETTINGS.keep_ended_devices_days, 'days'),
  responses: counted(SETTINGS.keep_responses_days, 'days'),
  'node-width': count(SETTINGS.queue.width),
  'worker-jobs': count(SETTINGS.workers.jobs_per_day),
  'worker-attempts': count(SETTINGS.workers.attempts_per_day),
  'worker-time': counted(SETTINGS.workers.timeout_seconds, 'seconds'),
  'credit-worker': counted(SETTINGS.workers.credits, 'credits'),
  invitation: `${counted(MIN_LIFETIME_MS / 3_600_000, 'hours')} to ${counted(MAX_LIFETIME_MS / 86_400_000, 'days')}`,
  'speech-speed': `${MIN_SPEED} to ${MAX_SPEED}`,
  'speech-sound-rate': `${count(MIN_SPEECH_RATE)} to ${count(MAX_SPEECH_RATE)}`,
  'idle-frame': limit(IDLE_FRAME_TICKS * HTTP_LIMITS.keepaliveMs, 'ms', 'seconds'),
}

/** Numbers within sentences, each in the place of `{}`. */
const SENTENCES: Readonly<Record<string, string>> = {
  'Stored files of at most {} that were read last': limit(MAX_HELD_FILE_BYTES, 'bytes', 'KiB'),
  'A silence, below −{} dB,': count(-MAX_SILENCE_DB),
  'is decoded to {} kHz, mono,': count(SPEECH_SAMPLE_RATE / 1000),
  'answer is 429 with `Retry-After: {}`,': count(RETRY_AFTER_SECONDS),
  'a good check every {} ends one': limit(PROBE_INTERVAL_MS, 'ms', 'minutes'),
  'calls of one answer, {} more for each piece': count(EVENT_CHARACTERS),
  'a line break every {} keeps it alive': limit(HTTP_LIMITS.keepaliveMs, 'ms', 'seconds'),
  'with its price; at least {}, and': counted(MIN_CREDITS, 'credits'),
  'half of one counts, {} at least': counted(MIN_CREDITS, 'credits'),
}

const COMMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)/g
const TAG = /@limit ([\w-]+) (\S+)(?: (\w+(?:\.\w+)*))?/g

/**
 * The values of all rows: of the constants whose comments have `@limit KEY UNIT`, with the path of a
 * number within the constant behind it.
 */
export async function limitValues(
  files = [...new Bun.Glob('**/*.ts').scanSync({ cwd: SRC, absolute: true })],
): Promise<Map<string, string>> {
  const values = new Map(Object.entries(OTHERS))
  for (const file of files) {
    const text = await Bun.file(file).text()
    if (!text.includes('@limit ')) continue
    const constants: object = await import(file)
    for (const [, comment = '', name = ''] of text.matchAll(COMMENTED))
      for (const [, key = '', unit = '', path] of comment.matchAll(TAG)) {
        const steps = [name, ...(path?.split('.') ?? [])]
        const value = steps.reduce<unknown>(
          (one, step) => Reflect.get(Object(one), step),
          constants,
        )
        if (values.has(key)) throw new Error(`Two constants are ${key}`)
        values.set(key, limit(value, steps.at(-1) ?? name, unit))
      }
  }
  return values
}

/**
 * The page with the numbers of the code; its words stay as they are.
 *
 * @throws {Error} when a row has no value, a value no row, or a sentence is not there once
 */
export function limitsPage(text: string, values: ReadonlyMap<string, string>): string {
  const unused = new Set(values.keys())
  const page = text.replace(/^\|(?! Key |---).*$/gm, (row) => {
    const [, start, key = ''] = /^(\| `([\w-]+)` \| [^|]+ \|)[^|]*\|$/.exec(row) ?? []
    if (!unused.delete(key)) throw new Error(`No value is left for the row ${row}`)
    return `${start} ${values.get(key)} |`
  })
  if (unused.size > 0) throw new Error(`No row has the value of ${[...unused].join(', ')}`)
  return Object.entries(SENTENCES).reduce(fillSentence, page)
}

function fillSentence(page: string, [sentence, value]: [string, string]): string {
  const [before = '', after = ''] = sentence.split('{}').map((part) => RegExp.escape(part))
  const found = [...page.matchAll(new RegExp(`(?<=${before})[^|\\n]*?(?=${after})`, 'g'))]
  const [number] = found
  if (number === undefined || found.length > 1) throw new Error(`Not there once: ${sentence}`)
  return page.slice(0, number.index) + value + page.slice(number.index + number[0].length)
}

/** @param name Of the constant, which ends with its own unit where that is one of time or size */
function limit(value: unknown, name: string, unit: string): string {
  if (Array.isArray(value)) {
    const list = value.map((one) => scaled(one, name, unit)).join(', ')
    return `${list} ${unit}`
  }
  const [scale = ''] = unit.split('-')
  const number = scaled(value, name, scale)
  if (unit === 'count') return count(number)
  if (unit === '1-to') return `1 to ${number}`
  if (unit === 'a-minute') return `${number} a minute`
  if (scale !== 'bytes' && scale in BYTES) return `${number} ${unit.replaceAll('-', ' ')}`
  return counted(number, unit)
}

function scaled(value: unknown, name: string, unit: string): number {
  const number = Number(Reflect.get(Object(value), 'perMinute') ?? value)
  if (!Number.isFinite(number)) throw new Error(`${name} is no number`)
  const own = /(ms|seconds|minutes|hours|days|mib|bytes)$/i.exec(name.replace('PerSecond', ''))?.[1]
  const from = own?.toLowerCase() === 'mib' ? 'MiB' : own?.toLowerCase()
  for (const units of [SECONDS, BYTES]) {
    const to = units[unit]
    if (to === undefined) continue
    // A size without a unit in its name is one of characters, of a byte or more each.
    const step = units[from ?? ''] ?? (units === BYTES ? 1 : undefined)
    if (step === undefined) throw new Error(`${name} does not say in which unit it is`)
    return Math.round((number * step * 1e6) / to) / 1e6
  }
  return number
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** @param unit In the plural */
function counted(value: number, unit: string): string {
  return `${count(value)} ${value === 1 && /^(?:second|minute|hour|day|credit)s$/.test(unit) ? unit.slice(0, -1) : unit}`
}

if (import.meta.main) {
  const text = await Bun.file(LIMITS_PAGE).text()
  await Bun.write(LIMITS_PAGE, limitsPage(text, await limitValues()))
}
