import { alertPart, alertText, partWords } from '../../core/alert-texts.ts'
import type { Alerts } from '../../core/alerts/alerts.ts'
import { type Check, finding } from '../../core/doctor/finding.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { failureFields } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/contract.ts'
import type { FileStore } from './file-store.ts'
import type { Files } from './files.ts'

/** Every stored file is looked at this often, and at the start. @limit file-check minutes */
export const FILE_CHECK_MS = 60 * 60_000
/** Rows that are read or deleted at a time. */
const STEP_ROWS = 500
/** Ids in a log line. */
const MAX_NAMED = 20
/** The alert that was raised last, until all is well again. */
const REPORTED = 'files_reported'
const ABOUT = 'files'

/** How rows and bytes agree. */
export interface FileFindings {
  files: number
  bytes: number
  /** Ids of rows whose bytes are gone or are not as many as they were. */
  lost: readonly string[]
  /** Names of bytes that no row has, as after a restore of an older database. */
  strays: readonly string[]
}

interface FileChecksOptions {
  files: Files
  store: FileStore
  storage: Storage
  alerts: Alerts
  settings: SettingStore
  log: Log
  now: () => number
}

/**
 * Deletes expired files, clears away what a crash has left, and reports rows and bytes that do not
 * belong together. Those are never deleted.
 */
export class FileChecks {
  readonly #options: FileChecksOptions
  #checkedAt: number | undefined
  #findings: FileFindings | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: FileChecksOptions) {
    this.#options = options
  }

  /** What the last look has found; undefined before the first. */
  get findings(): FileFindings | undefined {
    return this.#findings
  }

  /** Called periodically. Works in the background. */
  sweep(): void {
    if (this.#isStopped) return
    const { log } = this.#options
    this.#running ??= this.#run()
      .catch((err) => log.error(failureFields(err), 'Cannot check the stored files'))
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when the work that was started is done. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { files, store, now } = this.#options
    for (;;) {
      const expired = store.expired(now(), STEP_ROWS).filter((id) => !files.isActive(id))
      if (expired.length === 0 || this.#isStopped) break
      await files.remove(expired)
    }
    const isDue = this.#checkedAt === undefined || now() - this.#checkedAt >= FILE_CHECK_MS
    if (isDue) this.#checkedAt = now()
    if (isDue || files.hasUnfinished) await this.#recover()
    if (!isDue) return
    const findings = await this.#compare()
    if (this.#isStopped) return
    this.#findings = findings
    this.#report(findings)
  }

  /** Ends what a crash or a full disk has interrupted. */
  async #recover(): Promise<void> {
    const { files, storage, log } = this.#options
    const parts = await storage.removeParts()
    const unfinished = this.#isStopped ? 0 : await files.removeUnfinished()
    if (parts > 0 || unfinished > 0)
      log.info({ parts, files: unfinished }, 'Cleared away the files that were not finished')
  }

  /**
   * Both in the order of their ids, so that one list is enough: asking a server for each file would
   * take long.
   */
  async #compare(): Promise<FileFindings> {
    const found = { files: 0, bytes: 0 }
    const lost: string[] = []
    const strays: string[] = []
    const rows = this.#rows()
    let row = rows.next().value
    const passRow = async (storedBytes?: number) => {
      if (row === undefined) return
      found.files += 1
      found.bytes += row.bytes
      if (storedBytes !== row.bytes && (await this.#isLost(row))) lost.push(row.id)
      row = rows.next().value
    }
    for await (const { key, bytes } of this.#options.storage.list('')) {
      if (this.#isStopped) break
      while (row !== undefined && row.id < key) await passRow()
      if (row?.id === key) await passRow(bytes)
      else if (await this.#isStray(key)) strays.push(key)
    }
    while (row !== undefined && !this.#isStopped) await passRow()
    return { ...found, lost, strays }
  }

  *#rows(): Generator<{ id: string; bytes: number }, undefined> {
    let after = ''
    while (!this.#isStopped) {
      const rows = this.#options.store.storedAfter(after, STEP_ROWS)
      yield* rows
      after = rows.at(-1)?.id ?? ''
      if (rows.length < STEP_ROWS) return
    }
  }

  /** It may have been stored or deleted since it was listed. */
  async #isLost({ id, bytes }: { id: string; bytes: number }): Promise<boolean> {
    const { files, store, storage } = this.#options
    if ((await storage.stat(id))?.bytes === bytes) return false
    return !files.isActive(id) && store.byId(id)?.state === 'stored'
  }

  async #isStray(key: string): Promise<boolean> {
    const { files, store, storage } = this.#options
    if (store.byId(key) !== undefined || files.isActive(key)) return false
    return (await storage.stat(key)) !== undefined
  }

  #report({ lost, strays, ...found }: FileFindings): void {
    const { alerts, settings, log } = this.#options
    log.debug(found, 'The stored files were checked')
    const damage = damageOf(lost.length, strays.length)
    const words = damage === undefined ? '' : partWords(damage)
    const reported = settings.get(REPORTED) ?? ''
    if (words !== '')
      log.error({ lost: lost.slice(0, MAX_NAMED), strays: strays.slice(0, MAX_NAMED) }, words)
    if (words === reported) return
    settings.set(REPORTED, words)
    if (damage !== undefined)
      alerts.raise({ ...alertText('files_damaged', { damage }), about: ABOUT })
  }
}

function damageOf(lost: number, strays: number): CodedText | undefined {
  if (lost > 0 && strays > 0) return alertPart('lost_and_stray', { lost, strays })
  if (lost > 0) return alertPart('lost_bytes', { lost })
  return strays > 0 ? alertPart('stray_files', { strays }) : undefined
}

/**
 * What is wrong with the stored files; says nothing where all is well, as a doctor beside the service
 * cannot check them.
 *
 * @param read Gives undefined until the service has checked its files
 */
export function storedFilesCheck(read: () => FileFindings | undefined): Check {
  const id = 'files'
  return {
    id,
    run: () => {
      const found = read()
      if (found === undefined) return []
      const { files, lost, strays } = found
      if (lost.length === 0 && strays.length === 0) return []
      return [
        finding(id, lost.length > 0 ? 'error' : 'warning', 'files_damaged', {
          files,
          lost: lost.length,
          strays: strays.length,
        }),
      ]
    },
  }
}
