import type { AccountRecord, EngineRecord } from '../../core/engines/account-admin.ts'
import { redact } from '../../platform/redact.ts'
import { plainText } from '../../platform/subprocess.ts'
import type { Style, Styler } from './terminal-log.ts'

const MAX_MODELS = 4
const MAX_DETAIL_CHARACTERS = 160

/** One engine in the message of the start. */
export interface EngineRow {
  engine: string
  state: 'answers' | 'ready' | 'demonstration' | 'in part' | 'not asked yet' | 'missing'
  /** Its models, or what is missing and why. */
  detail: string
}

/** What is known besides the engines. */
export interface EngineContext {
  /** Tools on PATH, by the adapter that drives each. */
  tools: readonly string[]
  /** Commands of configured engines that are not on PATH, by the engine's id. */
  absentCommands: ReadonlyMap<string, string>
  /** Kinds of servers that are searched; empty where engines are configured. */
  searched: readonly string[]
}

/** Every engine that there is or could be: what answers, and what is missing and why. */
export function engineRows(
  records: readonly EngineRecord[],
  { tools, absentCommands, searched }: EngineContext,
): EngineRow[] {
  const rows = records.map((record) => rowOf(record, absentCommands.get(record.engine.id)))
  const isFound = records.some(({ engine }) => engine.kind !== 'demo')
  if (searched.length > 0 && !isFound)
    rows.push({
      engine: 'model servers',
      state: 'missing',
      detail: `none of ${searched.join(', ')} answers on this machine, and no GGUF file is in DATA_DIR/models; either is found within seconds`,
    })
  for (const tool of tools) {
    if (records.some(({ engine }) => engine.kind === tool)) continue
    rows.push({
      engine: tool,
      state: 'missing',
      detail: 'on PATH and not configured; add [[engines]] with its accounts to hearth.toml',
    })
  }
  return rows
}

function rowOf(record: EngineRecord, absentCommand: string | undefined): EngineRow {
  const { engine, accounts, seenAt, failure } = record
  const row = (state: EngineRow['state'], detail: string): EngineRow => ({
    engine: engine.id,
    state,
    detail: redact(detail).slice(0, MAX_DETAIL_CHARACTERS),
  })
  if (engine.kind === 'demo')
    return row('demonstration', 'answers without a model, and each answer says so')
  if (absentCommand !== undefined)
    return row('missing', `the command ${absentCommand} is not on PATH`)
  if (failure !== undefined) return row('missing', `${failure.message}${addressSuffix(engine)}`)
  const out = accounts.filter(({ state }) => state !== 'ok')
  const others = engine.vectors?.vectorModels.map(({ name }) => name) ?? []
  const models = modelList([...engine.models, ...others])
  if (out.length > 0) {
    const reasons = out.map((account) => accountLabel(account, accounts.length > 1)).join('; ')
    return out.length === accounts.length
      ? row('missing', reasons)
      : row('in part', `${models}; without ${reasons}`)
  }
  // A tool is only asked by an answer: that it is signed in is not known before.
  if (engine.refresh === undefined)
    return row('ready', `${models}; ${accounts.map(({ id }) => id).join(', ')}`)
  return seenAt === undefined ? row('not asked yet', models) : row('answers', models)
}

function accountLabel({ id, state, verdict }: AccountRecord, isNamed: boolean): string {
  const name = isNamed ? `${id}: ` : ''
  if (state === 'disabled') return `${name}disabled by the owner`
  const until = verdict?.until === undefined ? '' : ` until ${clock(verdict.until)}`
  switch (verdict?.verdict) {
    case 'quota':
      return `${name}quota used up${until}`
    case 'signed_out':
      return `${name}signed out; sign in with the tool itself`
    default:
      return `${name}parked${until}${verdict === undefined ? '' : `: ${verdict.evidence}`}`
  }
}

function addressSuffix({ baseUrl }: EngineRecord['engine']): string {
  return baseUrl === undefined ? '' : ` (${baseUrl})`
}

function modelList(models: readonly string[]): string {
  if (models.length === 0) return 'no model'
  const rest = models.length - MAX_MODELS
  return `${models.slice(0, MAX_MODELS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function clock(at: number): string {
  const date = new Date(at)
  const day = date.toDateString() === new Date().toDateString() ? '' : `${date.toDateString()} `
  return `${day}${[date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')}`
}

const STYLES: Readonly<Record<EngineRow['state'], Style>> = {
  answers: 'green',
  ready: 'green',
  demonstration: 'cyan',
  'in part': 'yellow',
  'not asked yet': 'dim',
  missing: 'yellow',
}

/** The rows as a table for a terminal. */
export function engineTable(rows: readonly EngineRow[], styled: Styler): string {
  const nameWidth = Math.max(...rows.map(({ engine }) => engine.length))
  const stateWidth = Math.max(...rows.map(({ state }) => state.length))
  const lines = rows.map(({ engine, state, detail }) =>
    [
      `  ${plainText(engine).padEnd(nameWidth)}`,
      styled(STYLES[state], state.padEnd(stateWidth)),
      plainText(detail),
    ].join('  '),
  )
  return `${styled('bold', 'Engines')}\n${lines.join('\n')}\n`
}
