import { AccountStore } from './account-store.ts'
import { AlertStore } from './alert-store.ts'
import { AuditStore } from './audit-store.ts'
import { BrandStore } from './brand-store.ts'
import { ClipStore } from './clip-store.ts'
import { ConversationStore } from './conversation-store.ts'
import { DeviceRequestStore } from './device-request-store.ts'
import { DeviceStore } from './device-store.ts'
import { FileStore } from './file-store.ts'
import { HistoryStore } from './history-store.ts'
import { JobStore } from './job-store.ts'
import { KeyStore } from './key-store.ts'
import { MessageAttachmentStore } from './message-attachment-store.ts'
import { MessageStore } from './message-store.ts'
import type { Db } from './open.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import { RefreshTokenStore } from './refresh-token-store.ts'
import { RequestStore } from './request-store.ts'
import { ResponseStore } from './response-store.ts'
import { SessionStore } from './session-store.ts'
import { SettingStore } from './setting-store.ts'
import { TranscriptCacheStore } from './transcript-cache-store.ts'
import { UploadStore } from './upload-store.ts'
import { UsageStore } from './usage-store.ts'
import { UserStore } from './user-store.ts'
import { WorkerAttemptStore } from './worker-attempt-store.ts'

/** Makes the store of every table family. */
export function createStores(db: Db) {
  return {
    accounts: new AccountStore(db),
    alerts: new AlertStore(db),
    brands: new BrandStore(db),
    clips: new ClipStore(db),
    conversations: new ConversationStore(db),
    audit: new AuditStore(db),
    deviceRequests: new DeviceRequestStore(db),
    devices: new DeviceStore(db),
    files: new FileStore(db),
    history: new HistoryStore(db),
    jobs: new JobStore(db),
    keys: new KeyStore(db),
    messageAttachments: new MessageAttachmentStore(db),
    messages: new MessageStore(db),
    rateLimits: new RateLimitStore(db),
    refreshTokens: new RefreshTokenStore(db),
    requests: new RequestStore(db),
    responses: new ResponseStore(db),
    sessions: new SessionStore(db),
    settings: new SettingStore(db),
    transcriptCache: new TranscriptCacheStore(db),
    uploads: new UploadStore(db),
    usage: new UsageStore(db),
    users: new UserStore(db),
    workerAttempts: new WorkerAttemptStore(db),
  }
}
export type Stores = ReturnType<typeof createStores>
