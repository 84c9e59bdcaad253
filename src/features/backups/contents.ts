import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { SettingStore } from '../../db/setting-store.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import {
  type BackupJob,
  BYTE_STORES,
  DATABASE_NAME,
  DrillResult,
  KEPT_STORES,
} from '../../storage/contract-backup.ts'

/** Beside the database: what an owner would miss. Every other room that keeps files adds its own. */
export const INCLUDED = ['canvas-keys.json', 'mcp-keys.json', 'skills', 'worker-profiles']
const SETTINGS = {
  name: 'hearth.toml',
  reason: 'It has secrets and lies outside of the data folder: keep a copy of it yourself',
}
const UNFINISHED = {
  name: 'uploads',
  reason: 'What is not uploaded to its end or not stored yet is sent again',
}
const IN_BUCKET = 'They are in the bucket of the settings, whose versions are their backup'
const NO_BYTES = 'A backup of the database only has no bytes of files: --folder makes one with them'

interface BackupPlace {
  /** The data folder. */
  folder: string
  version: string
  /** UTC milliseconds. */
  at: number
  work: string
  target: string
}

/** What a backup of a data folder has, without the bytes of files. */
export function jobOf({ folder, version, at, work, target }: BackupPlace): BackupJob {
  const left_out = BYTE_STORES.map((name) => ({ name, reason: NO_BYTES }))
  return {
    database: join(folder, DATABASE_NAME),
    folder,
    include: INCLUDED,
    left_out: [SETTINGS, UNFINISHED, ...left_out],
    version,
    at: new Date(at).toISOString(),
    work,
    target,
  }
}

/**
 * The same with the bytes of files, as a folder.
 *
 * @param options.previous A folder that may be a whole backup on the same disk
 */
export function wholeJobOf(
  place: BackupPlace,
  { hasBucket, previous }: { hasBucket: boolean; previous: string | undefined },
): BackupJob {
  const inBucket: readonly string[] = hasBucket ? KEPT_STORES : []
  return {
    ...jobOf(place),
    left_out: [SETTINGS, UNFINISHED, ...inBucket.map((name) => ({ name, reason: IN_BUCKET }))],
    stores: BYTE_STORES.filter((name) => !inBucket.includes(name)),
    ...(previous === undefined ? {} : { previous }),
  }
}

const RECORD = 'backups'
const INSTALLATION = 'installation_id'

/** What is known of the nightly backups beside the files themselves; times are UTC milliseconds. */
const BackupRecord = Type.Object({
  /** When the service first checked its backups. */
  since: Type.Integer(),
  /** The last try of the nightly backup that failed; null after one that succeeded. */
  failure: Type.Union([Type.Object({ at: Type.Integer(), reason: Type.String() }), Type.Null()]),
  /** Kinds of alerts that were raised since the last good one. */
  raised: Type.Array(Type.String()),
  /** Why the last one has no bytes of files, where it should. */
  bytesMissing: Type.Optional(Type.String()),
  /** The last restore for a test. */
  drill: Type.Optional(
    Type.Object({
      name: Type.String(),
      at: Type.Integer(),
      /** Why it failed. */
      failure: Type.Optional(Type.String()),
      found: Type.Optional(DrillResult),
    }),
  ),
})
export type BackupRecord = Static<typeof BackupRecord>

/** The record, which outlives a restart, so that an alert is raised once. */
export function readRecord(settings: SettingStore, now: number): BackupRecord {
  const { value } = tryParseJson(settings.get(RECORD) ?? '')
  if (matches(BackupRecord, value)) return value
  const record: BackupRecord = { since: now, failure: null, raised: [] }
  writeRecord(settings, record)
  return record
}

export function writeRecord(settings: SettingStore, record: BackupRecord): void {
  settings.set(RECORD, JSON.stringify(record))
}

/** Eight characters that tell this installation's files from those of others. */
export function installationId(settings: SettingStore): string {
  const known = settings.get(INSTALLATION)
  if (known !== undefined) return known
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex')
  settings.set(INSTALLATION, id)
  return id
}

const KB = 1_000
const MB = 1_000_000
const GB = 1_000_000_000

/** A size for people: `1.4 GB`, `270 MB`. */
export function formatSize(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`
  return bytes >= MB ? `${Math.ceil(bytes / MB)} MB` : `${Math.ceil(bytes / KB)} KB`
}
