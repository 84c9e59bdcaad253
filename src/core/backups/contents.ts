import { join } from 'node:path'
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
