import type { EngineFailure, FailureKind } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { AppError } from '../../platform/errors.ts'
import { failureProblem, type Problem } from '../accounts/account-problem.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Choice } from '../accounts/rotation.ts'
import { contextError, refusalError } from './unanswered.ts'

/** Failures of a model that has worked; with any other, the request has not reached one. */
const FAILED_WORK: ReadonlySet<FailureKind> = new Set(['transient', 'unknown', 'empty', 'timeout'])

/** The attempts of one request that have failed. */
export class FailedAttempts {
  /** The last failure of each account. */
  readonly #failures = new Map<string, { problem: Problem; failure: EngineFailure }>()

  add(choice: Choice, failure: EngineFailure): void {
    const problem = failureProblem(choice, failure)
    this.#failures.set(nameOf(problem), { problem, failure })
  }

  /** Whether a model has worked on the request, as far as is known. */
  get hasRun(): boolean {
    return [...this.#failures.values()].some(({ failure }) => FAILED_WORK.has(failure.kind))
  }

  /** A failure that no engine has explained, where there is no other kind. */
  get unexplained(): EngineFailure | undefined {
    const failures = [...this.#failures.values()].map(({ failure }) => failure)
    return failures.every(({ verdict }) => verdict === 'unknown') ? failures[0] : undefined
  }

  /** Whether an engine cannot take the request, while another one may. */
  hasRefused(engine: Engine): boolean {
    return this.#refusal(engine) !== undefined
  }

  /** Whether the server of an engine is still loading its model. */
  isLoading(engine: Engine): boolean {
    return this.#of(engine).some(({ failure }) => failure.kind === 'loading')
  }

  /** The error of a request that every candidate has refused; undefined for any other. */
  refusalOf(candidates: readonly Candidate[], telling: { isOwner: boolean }): AppError | undefined {
    const refusals = candidates.flatMap(({ engine }) => this.#refusal(engine) ?? [])
    const [first] = refusals
    if (first === undefined || refusals.length < candidates.length) return undefined
    const tooLong = refusals.filter(({ failure }) => failure.kind === 'context_exceeded')
    return tooLong.length > 0
      ? contextError(
          tooLong.map(({ problem, failure }) => [problem, failure] as const),
          telling,
        )
      : refusalError(first.problem, first.failure, telling)
  }

  /** Why each account did not answer: what its attempt failed with, else why it was not asked. */
  problemsOf(candidates: readonly Candidate[], accounts: Accounts): Problem[] {
    const problems = new Map<string, Problem>()
    for (const candidate of candidates) {
      for (const { problem } of this.#of(candidate.engine)) problems.set(nameOf(problem), problem)
      for (const problem of accounts.problems(candidate)) {
        if (!problems.has(nameOf(problem))) problems.set(nameOf(problem), problem)
      }
    }
    return [...problems.values()]
  }

  #of(engine: Engine) {
    return [...this.#failures.values()].filter(({ problem }) => problem.engine === engine)
  }

  #refusal(engine: Engine) {
    return this.#of(engine).find(
      ({ failure }) => failure.verdict === 'request' && failure.retryableElsewhere,
    )
  }
}

function nameOf({ engine, account }: Pick<Problem, 'engine' | 'account'>): string {
  return `${engine.id}/${account.id}`
}
