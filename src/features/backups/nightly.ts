import { alertPart, alertText } from '../../core/alert-texts.ts'
import type { Alerts } from '../../core/alerts/alerts.ts'
import type { AuditActor } from '../../core/audit/audit.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { StoredBackup } from './backup-folder.ts'
import type { Backups } from './backups.ts'
import { type BackupRecord, readRecord, writeRecord } from './contents.ts'
import type { BackupSettings } from './settings.ts'

/**
 * After the start, so that a missed backup does not meet the first requests.
 * @limit backup-delay minutes
 */
export const BACKUP_DELAY_MS = 5 * 60_000
/** After one that failed. @limit backup-retry minutes */
export const BACKUP_RETRY_MS = 60 * 60_000
/** Without a good backup for so long, the owner is alerted. @limit backup-stale days */
export const BACKUP_STALE_MS = 48 * 60 * 60_000

/** What the alerts are about that the next good backup settles. */
const ABOUT = 'backups'
const AUDIT_ACTOR = { actor: 'Hearth', address: 'this machine' }
/** Codes of refusals that say nothing about backups. */
const PASSING = new Set(['busy', 'stopping'])

/** How it stands with the backups; times are UTC milliseconds. */
export interface BackupState {
  nightly: boolean
  folder: string
  /** The newest one; each in the list was checked when it was made. */
  newest: StoredBackup | undefined
  /** The last try, where it failed. */
  failure: { at: number; reason: string } | undefined
  /** Whether nightly backups are on and the newest one is too old. */
  stale: boolean
  /** Why the last one has no bytes of files, where it should. */
  bytesMissing: string | undefined
  /** When the next one is due. */
  nextAt: number | undefined
  /** The last restore for a test. */
  drill: BackupRecord['drill']
}

interface NightlyOptions {
  backups: Backups
  settings: SettingStore
  alerts: Alerts
  schedule: BackupSettings
  delayMs: number
  log: Log
  now: () => number
}

/** Makes a backup every night, removes the outdated ones, and alerts the owner when it cannot. */
export class NightlyBackups {
  readonly #options: NightlyOptions
  readonly #startedAt: number
  #ticking: Promise<void> | undefined
  #swept = false

  constructor(options: NightlyOptions) {
    this.#options = options
    this.#startedAt = options.now()
  }

  /** Makes the backup that is due. Called every minute; returns at once and never throws. */
  sweep(): void {
    this.#ticking ??= this.#tick()
      .catch((err) => this.#options.log.error({ err }, 'Cannot check the backups'))
      .finally(() => {
        this.#ticking = undefined
      })
  }

  /** Whether one is being made. */
  get isMaking(): boolean {
    return this.#options.backups.isMaking
  }

  /** The finished backups, the newest first. */
  list(): Promise<StoredBackup[]> {
    return this.#options.backups.folder.list()
  }

  /**
   * Makes one now. The same ones are kept as after a nightly one.
   *
   * @throws {AppError} as `Backups.download`
   */
  makeNow(auditActor: AuditActor): Promise<StoredBackup> {
    const { settings, now } = this.#options
    return this.#store(readRecord(settings, now()), auditActor)
  }

  /**
   * Restores one into a temporary folder, and keeps what was found.
   *
   * @throws {AppError} as `Backups.drill`
   */
  async drill(name: string, auditActor: AuditActor): Promise<NonNullable<BackupRecord['drill']>> {
    const { backups, settings, now } = this.#options
    const keep = (result: Pick<NonNullable<BackupRecord['drill']>, 'found' | 'failure'>) => {
      const drill = { name, at: now(), ...result }
      writeRecord(settings, { ...readRecord(settings, now()), drill })
      return drill
    }
    try {
      return keep({ found: await backups.drill(name, auditActor) })
    } catch (error) {
      if (error instanceof AppError && error.code === 'backup_failed')
        keep({ failure: error.message })
      throw error
    }
  }

  async state(): Promise<BackupState> {
    const { settings, schedule, backups, now } = this.#options
    const record = readRecord(settings, now())
    const stored = await this.list()
    return {
      nightly: schedule.nightly,
      folder: backups.folder.path,
      newest: this.#newestOf(stored),
      failure: record.failure ?? undefined,
      stale: schedule.nightly && this.#isStale(record, stored),
      bytesMissing: record.bytesMissing,
      nextAt: schedule.nightly ? this.#dueAt(record, stored) : undefined,
      drill: record.drill,
    }
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    await this.#ticking
  }

  /** Ends what is being made. */
  async stop(): Promise<void> {
    await this.#options.backups.stop()
    await this.#ticking
  }

  /** Since the start; without a bound where the clock was set back since, as the time is not known then. */
  #upMs(): number {
    const upMs = this.#options.now() - this.#startedAt
    return upMs < 0 ? Number.POSITIVE_INFINITY : upMs
  }

  async #tick(): Promise<void> {
    const { backups, schedule, settings, now, delayMs } = this.#options
    const record = readRecord(settings, now())
    if (!this.#swept) {
      this.#swept = true
      await backups.folder.sweep()
    }
    const upMs = this.#upMs()
    if (!schedule.nightly || upMs < delayMs) return
    const stored = await this.list()
    if (this.#dueAt(record, stored) <= now() && !this.#isResting(record)) await this.#make(record)
    else if (this.#isStale(record, stored) && upMs > delayMs + BACKUP_RETRY_MS) {
      this.#raise(record, 'backup_old')
    }
  }

  async #make(record: BackupRecord): Promise<void> {
    const { settings, log, now } = this.#options
    try {
      await this.#store(record)
    } catch (error) {
      if (error instanceof AppError && PASSING.has(error.code)) return
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ reason }, 'The nightly backup failed')
      const failed = { ...record, failure: { at: now(), reason } }
      writeRecord(settings, failed)
      this.#raise(failed, 'backup_failed', reason)
    }
  }

  /** Makes one, tells that backups work again where they did not, and removes the outdated ones. */
  async #store(record: BackupRecord, auditActor?: AuditActor): Promise<StoredBackup> {
    const { backups, schedule, settings, alerts, log } = this.#options
    const { stored, bytesMissing } = await backups.store(auditActor)
    const { name, bytes } = stored
    log.info({ file: name, bytes }, 'A backup was made and checked')
    if (record.raised.length > 0) {
      alerts.settle([ABOUT], { ...AUDIT_ACTOR, requestId: name })
      alerts.raise(alertText('backup_back', { name }))
    }
    const { bytesMissing: _, ...rest } = readRecord(settings, this.#options.now())
    writeRecord(settings, {
      ...rest,
      failure: null,
      raised: [],
      ...(bytesMissing === undefined ? {} : { bytesMissing }),
    })
    const retention = { days: schedule.keep_days, weeks: schedule.keep_weeks }
    for (const old of outdated(await this.list(), retention)) await backups.folder.remove(old.name)
    return stored
  }

  /** Once until a backup succeeds again. */
  #raise(record: BackupRecord, kind: 'backup_failed' | 'backup_old', failure?: string): void {
    if (record.raised.includes(kind)) return
    const { alerts, settings, backups } = this.#options
    writeRecord(settings, { ...record, raised: [...record.raised, kind] })
    const reason = failure ?? record.failure?.reason ?? alertPart('no_backup')
    const folder = backups.folder.path
    alerts.raise({ ...alertText(kind, { reason, folder }), about: ABOUT })
  }

  /**
   * A time in the future, as after the clock was set back, says nothing: counted as now, it would put
   * off the next backup for ever.
   */
  #newestOf(stored: readonly StoredBackup[]): StoredBackup | undefined {
    const now = this.#options.now()
    return stored.find(({ at }) => at <= now)
  }

  #lastAt({ since }: BackupRecord, stored: readonly StoredBackup[]): number {
    const last = this.#newestOf(stored)?.at ?? since
    return last <= this.#options.now() ? last : 0
  }

  #dueAt(record: BackupRecord, stored: readonly StoredBackup[]): number {
    return nextNight(this.#lastAt(record, stored), this.#options.schedule.at)
  }

  #isStale(record: BackupRecord, stored: readonly StoredBackup[]): boolean {
    return this.#options.now() - this.#lastAt(record, stored) > BACKUP_STALE_MS
  }

  #isResting({ failure }: BackupRecord): boolean {
    const sinceMs = this.#options.now() - (failure?.at ?? Number.NEGATIVE_INFINITY)
    return sinceMs >= 0 && sinceMs < BACKUP_RETRY_MS
  }
}

const DAY_MS = 24 * 60 * 60_000

/** How many backups are kept. */
export interface Retention {
  /** The newest of each of the last days that have one. */
  days: number
  /** The newest of each of the last weeks, from Monday on, that have one. */
  weeks: number
}

/**
 * Chooses the backups that are not kept. Days and weeks without a backup do not count, so that a
 * machine that was off for long keeps as many; the newest is always kept.
 *
 * @param backups Their times, UTC milliseconds
 */
export function outdated<backup extends { at: number }>(
  backups: readonly backup[],
  { days, weeks }: Retention,
): backup[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, ({ at }) => dayOf(at)).slice(0, days),
    ...newestOfEach(newestFirst, ({ at }) => weekOf(at)).slice(0, weeks),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function newestOfEach<backup>(
  newestFirst: readonly backup[],
  periodOf: (backup: backup) => number,
): backup[] {
  const newest = new Map<number, backup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()]
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** The epoch was a Thursday. */
function weekOf(at: number): number {
  return Math.floor((dayOf(at) + 3) / 7)
}

/**
 * When the next nightly backup is due, in the machine's own time zone.
 *
 * @param after UTC milliseconds of the last one
 * @param at `HH:MM`
 * @returns UTC milliseconds
 */
export function nextNight(after: number, at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const due = new Date(after)
  due.setHours(hours, minutes, 0, 0)
  // By the calendar, because a day has 23 or 25 hours when the clocks are changed.
  if (due.getTime() <= after) due.setDate(due.getDate() + 1)
  return due.getTime()
}
