import type { Alerts } from '../../core/alerts/alerts.ts'
import { StorageQuota } from '../../core/storage-quota.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import type { PartialFiles, Storage } from '../../storage/contract.ts'
import { FileChecks } from './file-checks.ts'
import type { FileStore } from './file-store.ts'
import { Files } from './files.ts'
import type { UploadStore } from './upload-store.ts'
import { Uploads } from './uploads.ts'

interface FileParts {
  stores: { files: FileStore; settings: SettingStore; uploads: UploadStore }
  /** Bytes of what an owner keeps elsewhere: attachments of conversations and clips. */
  keptElsewhere: (owner: string) => number
  storage: Storage
  partialFiles: PartialFiles
  batch: WriteBatch
  commits: DurableCommits
  alerts: Alerts
  /** Bytes that an owner may keep; null for no bound. */
  limitOf: (owner: string) => number | null
  log: Log
  now: () => number
}

/** Creates the stored files, and what looks after them. */
export function createFiles({
  stores,
  partialFiles,
  limitOf,
  keptElsewhere,
  alerts,
  ...parts
}: FileParts) {
  const { storage, log, now } = parts
  const quota = new StorageQuota({
    ...{ store: stores.files, limitOf, now },
    otherBytes: (owner) => stores.uploads.sumsOf(owner).bytes + keptElsewhere(owner),
  })
  const files = new Files({ ...parts, store: stores.files, quota })
  const fileChecks = new FileChecks({
    ...{ files, storage, alerts, log, now },
    ...{ store: stores.files, settings: stores.settings },
  })
  const uploads = new Uploads({ store: stores.uploads, files: partialFiles, quota, log, now })
  return { files, fileChecks, uploads, quota }
}
