import type { components } from '../../ui/api-types.ts'
import { relativeTime, shortTime } from '../../ui/format.ts'
import { m } from './messages/en.ts'

export type Engine = components['schemas']['EngineList']['items'][number]
export type Account = Engine['accounts'][number]
type FailureClass = NonNullable<Account['class']>

/** What has happened to an account, by the class of its failure. */
const CLASSES: Readonly<Record<FailureClass, string>> = m.classes

export type Tone = '' | 'ok' | 'warn' | 'bad'

/** An account's own name, and the worker node that has it: `home@gpu1`. */
export function accountText(id: string): { account: string; node: string | undefined } {
  const at = id.lastIndexOf('@')
  return at < 0
    ? { account: id, node: undefined }
    : { account: id.slice(0, at), node: id.slice(at + 1) }
}

/** An account with the machine that has it, where that is another one: `home on gpu1`. */
export function accountLabel(id: string): string {
  const { account, node } = accountText(id)
  return node === undefined ? account : m.onNode(account, node)
}

/** An engine's name, with the account where it has several. */
export function accountName({ label, accounts }: Engine, { id }: Account): string {
  if (accounts.length > 1) return m.withAccount(label, accountLabel(id))
  const { node } = accountText(id)
  return node === undefined ? label : m.onNode(label, node)
}

export function classText(name: FailureClass | null): string {
  return name === null ? '' : CLASSES[name]
}

export function accountTone({ state, class: name }: Account): Tone {
  if (state === 'ok') return 'ok'
  if (state === 'disabled') return ''
  return name === 'signed_out' || name === 'not_installed' ? 'bad' : 'warn'
}

/** The state of an account as the end of a sentence about it. */
export function accountState({ state, class: name, until, since }: Account): string {
  if (state === 'ok') return m.ready
  if (state === 'disabled')
    return [m.switchedOff, ...(since === null ? [] : [shortTime(since)])].join(', ')
  if (name === 'signed_out') return m.signedOut
  if (name === 'not_installed') return m.notInstalled
  return until === null ? m.parked : m.parkedUntil(shortTime(until))
}

/** Why it is parked and since when; empty for one that is not. */
export function accountReason({ state, class: name, since, set_by }: Account): string {
  if (state !== 'parked') return ''
  const met = m.foundBy[set_by ?? 'nobody']
  return [classText(name), since === null ? '' : `${met} ${relativeTime(since)}`]
    .filter(Boolean)
    .join(', ')
}

/** Accounts that are parked or signed out; the owner has switched off the others. */
export function troubled({ accounts }: Engine): Account[] {
  return accounts.filter(({ state }) => state === 'parked')
}

/** Whether an engine that was configured does not answer. */
export function isUnreachable({ configured, unreachable }: Engine): boolean {
  return configured && unreachable !== null
}

/** Whether an engine is for chats and tasks. */
export function answersText({ type }: Engine): boolean {
  return type === 'text'
}

/** Whether an engine needs the owner. */
export function needsOwner(engine: Engine): boolean {
  return isUnreachable(engine) || troubled(engine).length > 0
}

export function engineTone(engine: Engine): Tone {
  if (engine.unreachable !== null || !engine.offered) return isUnreachable(engine) ? 'bad' : 'warn'
  const usable = engine.accounts.filter(({ state }) => state === 'ok').length
  if (usable === 0) return 'bad'
  return usable < engine.accounts.length ? 'warn' : 'ok'
}

const TYPES: Readonly<Record<Engine['type'], string>> = {
  text: '',
  speech: m.speaks,
  transcription: m.transcribes,
}

/** What an engine has to choose from. */
function contentText({ type, models: chosen, model_facts: facts, voices }: Engine): string {
  // Of one for text also those that make embeddings.
  const models = type === 'text' ? facts.map(({ id }) => id) : chosen
  const [model] = models
  const summary = models.length > 1 ? m.models(models.length) : model
  if (type === 'text') return summary ?? m.noModel
  const many = voices === null || voices === 0 ? [] : [m.voices(voices)]
  return [TYPES[type], ...(summary === undefined ? [] : [summary]), ...many].join(', ')
}

/** What an engine is and how it stands, in a few words. */
export function engineText(engine: Engine): string {
  const { kind, accounts, unreachable, offered } = engine
  const what = contentText(engine)
  const parts = [kind ?? '', what].filter((text) => text !== '')
  if (unreachable !== null) parts.push(m.doesNotAnswer)
  else if (!offered) parts.push(m.notInUse)
  if (accounts.length > 1) parts.push(m.accounts(accounts.length))
  const off = accounts.filter(({ state }) => state === 'disabled').length
  const parked = troubled(engine)
  const [only] = parked
  if (only !== undefined)
    parts.push(accounts.length > 1 ? m.parkedCount(parked.length) : accountState(only))
  if (off > 0) parts.push(accounts.length > 1 ? m.offCount(off) : m.switchedOff)
  return parts.join(', ')
}
