import type { Commit } from '../../db/open.ts'
import type { Verdict } from '../../engines/contract/failure.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import type { Log } from '../../platform/log.ts'
import { type AlertText, alertPart, alertText, partWords } from '../alert-texts.ts'
import type { AccountState, AlertSink } from './account-state.ts'
import type { AccountStore, VerdictRow } from './account-store.ts'

interface VerdictRecorderOptions {
  store: AccountStore
  alerts: AlertSink
  log: Log
}

/**
 * Keeps changes of account state in memory and in the table, and raises one alert for each change.
 */
export class VerdictRecorder {
  readonly #store: AccountStore
  readonly #alerts: AlertSink
  readonly #log: Log

  constructor({ store, alerts, log }: VerdictRecorderOptions) {
    this.#store = store
    this.#alerts = alerts
    this.#log = log
  }

  /**
   * Loads the state of the last run. Rows of accounts that are no longer configured are ignored.
   */
  load(accountStates: ReadonlyMap<string, AccountState>): void {
    for (const row of this.#store.verdicts())
      accountStates.get(`${row.engine}/${row.account}`)?.verdicts.set(row.family, row)
    for (const { engine, account, since } of this.#store.disabled()) {
      const accountState = accountStates.get(`${engine}/${account}`)
      if (accountState !== undefined) accountState.disabledSince = since
    }
  }

  /** @param shouldAlert Whether a change of state raises an alert */
  put(
    accountState: AccountState,
    verdict: Omit<VerdictRow, 'alerted'>,
    shouldAlert: boolean,
  ): void {
    const before = accountState.verdicts.get(verdict.family)
    const state = stateOf(verdict.verdict)
    const raisesAlert =
      shouldAlert && before?.alerted !== state && accountState.disabledSince === undefined
    const row = { ...verdict, alerted: raisesAlert ? state : (before?.alerted ?? null) }
    accountState.verdicts.set(row.family, row)
    this.#write(() => this.#store.putVerdict(row))
    if (before?.verdict !== row.verdict || before.until !== row.until)
      this.#log.warn({ ...row, until: iso(row.until) }, 'Parked an account')
    if (!raisesAlert) return
    this.#raise(failureAlert(accountState, row))
  }

  /** Removes a verdict, which re-admits the account or one family of its models. */
  drop(accountState: AccountState, row: VerdictRow, by: CodedText): void {
    this.#write(() => this.#store.dropVerdict(row))
    this.#dropped(accountState, row, by)
  }

  /** Removes every verdict for the owner. What the owner does changes memory after the commit. */
  clear(accountState: AccountState, by: string, commit: Commit): void {
    const rows = [...accountState.verdicts.values()]
    commit(() => {
      for (const row of rows) this.#store.dropVerdict(row)
    })
    const cleared = alertPart('cleared', { actor: by })
    for (const row of rows) this.#dropped(accountState, row, cleared)
  }

  disable(accountState: AccountState, since: number, by: string, commit: Commit): void {
    const row = {
      engine: accountState.engine.id,
      account: accountState.account.id,
      since,
      disabledBy: by,
    }
    commit(() => this.#store.disable(row))
    if (accountState.disabledSince !== undefined) return
    accountState.disabledSince = since
    this.#log.info({ account: accountState.name, by }, 'Disabled an account')
  }

  enable(accountState: AccountState, by: string, commit: Commit): void {
    commit(() => this.#store.enable(accountState.engine.id, accountState.account.id))
    if (accountState.disabledSince === undefined) return
    accountState.disabledSince = undefined
    this.#log.info({ account: accountState.name, by }, 'Enabled an account')
  }

  #dropped(accountState: AccountState, row: VerdictRow, by: CodedText): void {
    accountState.verdicts.delete(row.family)
    const { engine, account, family, verdict } = row
    // A disabled account stays out of use, so that no alert says that it is back.
    const isOff = accountState.disabledSince !== undefined
    const facts = { engine, account, family, verdict, by: partWords(by), isOff }
    this.#log.info(facts, 'Removed a verdict')
    if (row.alerted === null || isOff) return
    this.#raise(alertText('account_back', { account: subjectOf(accountState, row), by }))
  }

  /** A full disk must not stop the answers: the state in memory stays valid. */
  #write(write: () => void): void {
    try {
      write()
    } catch (err) {
      this.#log.error({ err }, 'Cannot store the state of an account')
    }
  }

  #raise(alert: AlertText): void {
    try {
      this.#alerts.raise(alert)
    } catch (err) {
      this.#log.error({ err, subject: alert.subject }, 'Cannot raise an alert')
    }
  }
}

/**
 * Verdicts that mean the same to the owner are one state, so that they do not alternate in alerts.
 */
function stateOf(verdict: Verdict): 'quota' | 'signed_out' | 'not_installed' | 'failing' {
  if (verdict === 'quota' || verdict === 'signed_out' || verdict === 'not_installed') return verdict
  return 'failing'
}

function subjectOf({ name }: AccountState, { family }: VerdictRow): string {
  return family === '' ? name : `${name} (${family})`
}

function failureAlert(accountState: AccountState, row: VerdictRow): AlertText {
  const { verdict, until, evidence } = row
  const kind = verdict === 'signed_out' ? 'account_signed_out' : 'account_failed'
  return alertText(kind, {
    account: subjectOf(accountState, row),
    state: alertPart(stateOf(verdict)),
    until: until === null ? '' : alertPart('parked_until', { untilAt: until }),
    evidence,
  })
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
