import type { Account } from '../../engines/contract/account.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import {
  type ContextSize,
  type EngineFailure,
  FAILURES,
  type FailureKind,
} from '../../engines/contract/failure.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { type AccountState, evidenceOf, holdOf, isInForce } from './account-state.ts'

/** `Retry-After` of a request that no engine could answer. @limit no-engine-retry seconds */
export const NO_ENGINE_RETRY_AFTER_SECONDS = 20
/** The most that `Retry-After` says, however late a quota comes back. @limit quota-retry minutes */
export const MAX_RETRY_AFTER_SECONDS = 3600
const MAX_NAMED_ENGINES = 5
const MAX_REASONS = 5
const MAX_REASON_CHARACTERS = 200

/** What an error about engines may say. */
interface Telling {
  /** Whether the caller is told the engines' own reasons. */
  isOwner: boolean
}

interface NoEngineOptions extends Telling {
  /** UTC milliseconds; for problems whose end is known. */
  now?: number
  /** Whether the message names engines as subscriptions. */
  saysSubscription?: boolean | undefined
  /** Whether a model has worked on the request. */
  modelHasRun?: boolean
  /** The failure that is its cause, where no engine has explained any. */
  unexplained?: EngineFailure | undefined
}

/**
 * The error of a request that no account could answer: what happened with each kind of engine, and
 * when to ask again where that helps.
 */
export function noEngineError(
  given: readonly UnavailableAccount[],
  { isOwner, now = 0, saysSubscription = false, modelHasRun = false, unexplained }: NoEngineOptions,
): AppError {
  const problems = given.filter((problem) => !isOverlooked(problem, given))
  const passing = problems.filter(({ kind }) => FAILURES[kind].passes)
  const retryAfterSeconds = retryAfter(passing, now)
  const groups = Map.groupBy(problems, ({ kind }) => FAILURES[kind].words[0])
  const parts = [...groups.values()].map(sentencePart)
  const isLater = problems.length === 0 || passing.some(({ until }) => until === undefined)
  // Some clients repeat a request at these words, and with it the work of the model.
  if (isLater && !modelHasRun) parts.push('try again later')
  const subject = saysSubscription ? 'No subscription' : 'No engine'
  const summary = `${subject} could answer: ${parts.join('; ')}`
  return new AppError('no_engine', withReasons(summary, problems, isOwner), {
    summary,
    ...(retryAfterSeconds === undefined && problems.length > 0
      ? {}
      : { retryAfterSeconds: retryAfterSeconds ?? NO_ENGINE_RETRY_AFTER_SECONDS }),
    modelHasRun,
    ...(unexplained === undefined ? {} : { cause: unexplained }),
    isOutOfQuota: problems.length > 0 && problems.every(({ kind }) => kind === 'quota'),
  })
}

/** The error of a request that every engine refuses, because of what it holds. */
export function refusalError(
  problem: UnavailableAccount,
  failure: EngineFailure,
  telling: Telling,
): AppError {
  if (failure.kind === 'answer_too_long') return answerTooLongError(failure)
  const sentence = failure.isPublic
    ? redact(failure.message)
    : `The engine ${problem.engine.id} refused the request`
  const reasons = failure.isPublic ? [] : [problem]
  return new AppError('engine_refused', withReasons(sentence, reasons, telling.isOwner), {
    cause: failure,
    summary: sentence,
  })
}

/** The error of a conversation that fits no model's context; told with the largest of them. */
export function contextError(
  refusals: readonly (readonly [UnavailableAccount, EngineFailure])[],
  { isOwner }: Telling,
): AppError {
  const largest = refusals.reduce((best, one) => (limitOf(one) > limitOf(best) ? one : best))
  const [problem, failure] = largest
  const sentence = `The conversation is too long for the model of ${problem.engine.id}${sizes(failure.context)}`
  return new AppError('context_length_exceeded', withReasons(sentence, [problem], isOwner), {
    cause: failure,
    param: 'messages',
  })
}

/** The error of an engine that failed after text was sent. */
export function brokenAnswerError(
  problem: UnavailableAccount,
  failure: EngineFailure,
  { isOwner }: Telling,
): AppError {
  // The context was full before the answer was whole.
  if (problem.kind === 'context_exceeded') return contextError([[problem, failure]], { isOwner })
  if (failure.kind === 'answer_too_long') return answerTooLongError(failure)
  const sentence = `The engine ${problem.engine.id} failed before its answer was whole`
  return new AppError('engine_failed', withReasons(sentence, [problem], isOwner), {
    cause: failure,
    modelHasRun: true,
    summary: sentence,
  })
}

/** The error of an answer that was stopped; each other engine could write as much. */
function answerTooLongError(failure: EngineFailure): AppError {
  return new AppError('too_long', failure.message, { cause: failure, modelHasRun: true })
}

function limitOf([, { context }]: readonly [UnavailableAccount, EngineFailure]): number {
  return context.limit ?? 0
}

/** What is known of a prompt that does not fit, behind a sentence. */
export function sizes({ tokens, limit }: ContextSize): string {
  if (limit === undefined) return ''
  return tokens === undefined
    ? `: its context holds ${limit} tokens`
    : `: it has ${tokens} tokens, the context holds ${limit}`
}

/** One disabled account of an engine explains nothing where its other accounts were asked. */
function isOverlooked(
  { kind, engine }: UnavailableAccount,
  all: readonly UnavailableAccount[],
): boolean {
  return kind === 'disabled' && all.some((one) => one.engine === engine && one.kind !== 'disabled')
}

/** @param problems With the same words */
function sentencePart(problems: readonly UnavailableAccount[]): string {
  const names = [...new Set(problems.map(({ engine }) => engine.id))]
  const kind = problems[0]?.kind ?? 'unknown'
  const [one, several] = FAILURES[kind].words
  const until = earliest(problems)
  const time = kind === 'quota' && until !== undefined ? ` until ${timeOf(until)}` : ''
  return `${enumerated(names)} ${names.length === 1 ? one : several}${time}`
}

function enumerated(names: readonly string[]): string {
  const more = names.length - MAX_NAMED_ENGINES
  const named = more > 0 ? [...names.slice(0, MAX_NAMED_ENGINES), `${more} more`] : names
  return named.length < 2
    ? named.join('')
    : `${named.slice(0, -1).join(', ')} and ${named.slice(-1).join('')}`
}

function retryAfter(passing: readonly UnavailableAccount[], now: number): number | undefined {
  if (passing.length === 0) return undefined
  const until = earliest(passing)
  if (until === undefined || passing.some((one) => one.until === undefined))
    return NO_ENGINE_RETRY_AFTER_SECONDS
  const seconds = Math.ceil((until - now) / 1000)
  return Math.min(Math.max(seconds, NO_ENGINE_RETRY_AFTER_SECONDS), MAX_RETRY_AFTER_SECONDS)
}

function earliest(problems: readonly UnavailableAccount[]): number | undefined {
  const times = problems.flatMap(({ until }) => (until === undefined ? [] : [until]))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** ISO 8601 to the second, rounded up. */
function timeOf(ms: number): string {
  return new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

/** Adds the engines' own reasons, for the owner only. */
function withReasons(
  sentence: string,
  problems: readonly UnavailableAccount[],
  isOwner: boolean,
): string {
  if (!isOwner) return sentence
  const reasons = problems.flatMap(({ engine, account, evidence }) => {
    if (evidence === undefined || evidence === '') return []
    const name = engine.accounts.length > 1 ? `${engine.id}/${account.id}` : engine.id
    return [`${name}: ${shortened(evidence)}`]
  })
  if (reasons.length === 0) return sentence
  const more = reasons.length - MAX_REASONS
  const named = reasons.slice(0, MAX_REASONS)
  return `${sentence} (${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')})`
}

function shortened(text: string): string {
  return text.length > MAX_REASON_CHARACTERS ? `${text.slice(0, MAX_REASON_CHARACTERS)}…` : text
}

/** Why one account of an engine did not answer a request. */
export interface UnavailableAccount {
  engine: AnyEngine
  account: Account
  kind: FailureKind
  /** When the account is used again, UTC milliseconds; where that is known. */
  until?: number | undefined
  /** The engine's own reason, redacted. Only for the owner. */
  evidence?: string | undefined
}

/** The problem of an account that was asked and has failed. */
export function failedAccount(
  { engine, account }: Pick<UnavailableAccount, 'engine' | 'account'>,
  failure: EngineFailure,
): UnavailableAccount {
  const kind = kindOf(engine, failure.kind)
  return { engine, account, kind, until: failure.until, evidence: evidenceOf(failure) }
}

/**
 * The problem of a server whose models are not known.
 *
 * @param failure Why it did not list them, where it did not
 */
export function silentServer(
  engine: AnyEngine,
  failure: EngineFailure | undefined,
): UnavailableAccount {
  const [account = { id: '' }] = engine.accounts
  return failure === undefined
    ? { engine, account, kind: 'no_models' }
    : { ...failedAccount({ engine, account }, failure), until: undefined }
}

/** The problem of an account that is not asked for a model; undefined for any other account. */
export function sidelinedAccount(
  accountState: AccountState,
  model: string,
  now: number,
): UnavailableAccount | undefined {
  const { engine, account, disabledSince, verdicts } = accountState
  if (disabledSince !== undefined) return { engine, account, kind: 'disabled' }
  for (const row of verdicts.values()) {
    if (!accountState.appliesTo(row, model) || !isInForce(row, now) || holdOf(row) !== 'firm')
      continue
    const { verdict, evidence } = row
    return {
      engine,
      account,
      kind: kindOf(engine, verdict),
      until: row.until ?? undefined,
      evidence,
    }
  }
  return undefined
}

/** What one engine did: follows its name. */
export function failurePhrase(engine: AnyEngine, { kind }: EngineFailure): string {
  return FAILURES[kindOf(engine, kind)].words[0]
}

/** A server has no login that its owner could renew, only a key in the settings. */
function kindOf({ usesSubscription = false }: AnyEngine, kind: FailureKind): FailureKind {
  return kind === 'signed_out' && !usesSubscription ? 'key_refused' : kind
}
