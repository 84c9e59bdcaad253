import { plainText } from '../../platform/subprocess.ts'

/** Whether a terminal shows colours. https://no-color.org */
export function hasColours(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR: off, TERM: terminal } = process.env
  return stream.isTTY === true && (off === undefined || off === '') && terminal !== 'dumb'
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Style = keyof typeof CODES

/** Adds a style to a text, or leaves it as it is. */
export type Styler = (style: Style, text: string) => string

export function createStyler(withColours: boolean): Styler {
  return (style, text) =>
    withColours && text !== '' ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text
}

/** The only account of a model server, which has no logins. */
const SERVER_ACCOUNT = 'local'

/** Shorter waits are not shown. */
const MIN_WAIT_MS = 10

const LEVELS: Readonly<Record<string, { name: string; style: Style }>> = {
  fatal: { name: 'error', style: 'red' },
  error: { name: 'error', style: 'red' },
  warn: { name: 'warning', style: 'yellow' },
  debug: { name: 'debug', style: 'dim' },
}

/** Fields that the line shows in another form, or that only programs need. */
const HIDDEN: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'requestId', 'err', 'since'])

type Fields = Readonly<Record<string, unknown>>

/**
 * How log lines are written: one short line on a terminal, JSON for programs.
 *
 * @returns undefined for JSON
 */
export function terminalFormat(
  format: 'auto' | 'pretty' | 'json',
  stream: { isTTY?: boolean } = process.stderr,
): ((line: string) => string) | undefined {
  if (format === 'json' || (format === 'auto' && stream.isTTY !== true)) return undefined
  const styled = createStyler(hasColours(stream))
  return (line) => terminalLine(line, styled)
}

/** @param line One JSON line of the log, redacted */
export function terminalLine(line: string, styled: Styler): string {
  const fields = fieldsOf(line)
  if (fields === undefined) return plainText(line)
  const time = styled('dim', clock(fields['time']))
  if (fields['msg'] === 'request') return `${time} ${requestLine(fields, styled)}`
  const level = LEVELS[text(fields['level'])]
  const message = [
    level === undefined ? '' : `${styled(level.style, `${level.name}:`)} `,
    plainText(text(fields['msg'])),
  ].join('')
  const rest = styled('dim', plainText(details(fields)))
  return [`${time} ${message}`, rest, stackOf(fields, styled)].filter(Boolean).join(' ')
}

/** `200 POST /v1/chat/completions kitchen → local/qwen3 1.2 s wait + 3.4 s`. */
function requestLine(fields: Fields, styled: Styler): string {
  const { status, method, route, path, actor, engine, failure } = fields
  const parts = [
    styled(statusStyle(Number(status)), text(status)),
    plainText(`${text(method)} ${text(path ?? route)}`),
    ...(actor === null || actor === undefined ? [] : [styled('cyan', plainText(text(actor)))]),
    ...(engine === undefined ? [] : [`→ ${plainText(engineName(fields))}`]),
    ...(failure === undefined ? [] : [styled('yellow', plainText(text(failure)))]),
    styled('dim', durations(fields)),
    ...(status === 499 ? [styled('dim', '(the client left)')] : []),
    ...(fields['viaProxy'] === true ? [styled('dim', '(by proxy)')] : []),
  ]
  return parts.join(' ')
}

/** `engine/model` where it has models, and the account where the engine is a tool with logins. */
function engineName({ engine, model, account }: Fields): string {
  const login = account === SERVER_ACCOUNT ? '' : text(account)
  const name = [text(engine), text(model)].filter((part) => part !== '').join('/')
  return login === '' ? name : `${name} (${login})`
}

function durations({ ms, queueMs }: Fields): string {
  const total = Number(ms)
  const wait = queueMs === undefined ? 0 : Number(queueMs)
  if (wait < MIN_WAIT_MS) return duration(total)
  return `${duration(wait)} wait + ${duration(Math.max(0, total - wait))}`
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

function statusStyle(status: number): Style {
  if (status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

/** The other fields as `name=value`. */
function details(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== null && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

/** The error of a line: its message, and for an unexpected one where it was raised. */
function stackOf({ err, level }: Fields, styled: Styler): string {
  const { message, stack } = Object(err)
  if (typeof message !== 'string') return ''
  if (level !== 'error' || typeof stack !== 'string') return plainText(message)
  const frames = stack.split('\n').slice(1).map(plainText)
  return [plainText(message), ...frames.map((frame) => styled('dim', frame))].join('\n')
}

function clock(time: unknown): string {
  const at = new Date(text(time))
  if (Number.isNaN(at.getTime())) return '--:--:--'
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

function fieldsOf(line: string): Fields | undefined {
  try {
    return Object(JSON.parse(line))
  } catch {
    return undefined
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value ?? '')
}
