import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { SettingStore } from '../../db/setting-store.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { type BackupJob, DATABASE_NAME } from '../../storage/contract-backup.ts'

/** Beside the database: what an owner would miss. Every other room that keeps files adds its own. */
export const INCLUDED = ['canvas-keys.json', 'skills', 'worker-profiles']
const LEFT_OUT = [
  {
    name: 'hearth.toml',
    reason: 'It has secrets and lies outside of the data folder: keep a copy of it yourself',
  },
  { name: 'spool', reason: 'It has received files only while their work runs' },
  {
    name: 'files',
    reason: 'Stored files may be larger than any backup: copy the folder yourself, at any time',
  },
  {
    name: 'attachments',
    reason: 'The same holds for what is attached to conversations',
  },
  { name: 'clips', reason: 'The same holds for spoken clips' },
  {
    name: 'artifacts',
    reason: 'What workers hand over is deleted an hour after the end of their job',
  },
  { name: 'images', reason: 'The same holds for images of earlier versions' },
  { name: 'backups', reason: 'The backups themselves' },
]

interface BackupPlace {
  /** The data folder. */
  folder: string
  version: string
  /** UTC milliseconds. */
  at: number
  work: string
  archive: string
}

/** What a backup of a data folder has. */
export function jobOf({ folder, version, at, work, archive }: BackupPlace): BackupJob {
  return {
    database: join(folder, DATABASE_NAME),
    folder,
    include: INCLUDED,
    left_out: LEFT_OUT,
    version,
    at: new Date(at).toISOString(),
    work,
    archive,
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
