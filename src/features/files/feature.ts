import type { Alerts } from '../../core/alerts/alerts.ts'
import { userIdOf } from '../../core/identity/actor.ts'
import { archiveName, type PersonalData } from '../../core/personal-data.ts'
import { StorageQuota } from '../../core/storage-quota.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { Core } from '../../create-core.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import type { PartialFiles, Storage } from '../../storage/contract.ts'
import { FileChecks, storedFilesCheck } from './file-checks.ts'
import type { FileStore } from './file-store.ts'
import { Files } from './files.ts'
import { ImageFiles, linkRoutes } from './link-routes.ts'
import { RestorableFiles } from './restorable-files.ts'
import { fileRoutes } from './routes.ts'
import type { UploadStore } from './upload-store.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { Uploads } from './uploads.ts'

interface FileParts {
  stores: { files: FileStore; settings: SettingStore; uploads: UploadStore }
  /** Bytes of what an owner keeps elsewhere: attachments of conversations and clips. */
  storedElsewhere: (owner: string) => number
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

/** Creates what keeps files, without its routes. */
export function createFileStorage({
  stores,
  partialFiles,
  limitOf,
  storedElsewhere,
  alerts,
  ...parts
}: FileParts) {
  const { storage, log, now } = parts
  const quota = new StorageQuota({
    store: stores.files,
    limitOf,
    now,
    otherBytes: (owner) => stores.uploads.sumsOf(owner).bytes + storedElsewhere(owner),
  })
  const files = new Files({ ...parts, store: stores.files, settings: stores.settings, quota })
  const fileChecks = new FileChecks({
    files,
    storage,
    alerts,
    log,
    now,
    store: stores.files,
    settings: stores.settings,
  })
  const uploads = new Uploads({ store: stores.uploads, files: partialFiles, quota, log, now })
  return { files, fileChecks, uploads, quota }
}

/** Stored files, their links, and resumable uploads. */
export function createFiles(core: Core) {
  const { stores, storage, now } = core
  const parts = createFileStorage({
    ...core,
    storage: storage.files,
    partialFiles: storage.partialFiles,
    storedElsewhere: (owner) =>
      stores.messageAttachments.bytesOf(owner) + stores.clips.bytesOf(owner, now()),
    limitOf: (owner) => {
      const id = userIdOf(owner)
      const user = id === undefined ? undefined : stores.users.byId(id)
      return user?.extras?.storageBytes ?? null
    },
  })
  const { files, fileChecks, uploads } = parts
  const imageFiles = new ImageFiles(storage.images)
  const services = { ...core, ...parts, imageFiles }
  return {
    name: 'files',
    sweeps: [fileChecks, uploads],
    ownedData: [files, uploads],
    personalData: [personalFiles(stores.files, storage.files, now)],
    restorables: [new RestorableFiles({ store: stores.files, storage: storage.files, files, now })],
    checks: [storedFilesCheck(() => fileChecks.findings)],
    stop: () => fileChecks.stop(),
    routes: () => [fileRoutes(services), linkRoutes(services), uploadRoutes(services)],
    ...parts,
    imageFiles,
  }
}

/** Stored files for the archive of their owner. */
function personalFiles(store: FileStore, storage: Storage, now: () => number): PersonalData {
  return {
    kind: 'files',
    count: (owner) => store.totalsOf(owner, now()).files,
    async *entries(owner) {
      let thing = 0
      for (const id of store.idsOf(owner)) {
        const row = store.byId(id)
        if (row?.state !== 'stored') continue
        thing += 1
        yield {
          thing,
          name: `files/${dayOf(row.createdAt)} ${id.slice(0, 6)} ${archiveName(row.name)}`,
          at: row.createdAt,
          bytes: row.bytes,
          open: async () => (await storage.get(id))?.stream,
        }
      }
    },
  }
}
