import { AlertStore } from './core/alerts/alert-store.ts'
import { AuditStore } from './core/audit/audit-store.ts'
import { AccountStore } from './core/engines/account-store.ts'
import { DeviceRequestStore } from './core/identity/devices/device-request-store.ts'
import { DeviceStore } from './core/identity/devices/device-store.ts'
import { RefreshTokenStore } from './core/identity/devices/refresh-token-store.ts'
import { InviteStore } from './core/identity/invite-store.ts'
import { KeyStore } from './core/identity/key-store.ts'
import { PasskeyStore } from './core/identity/passkey-store.ts'
import { SessionStore } from './core/identity/session-store.ts'
import { UserStore } from './core/identity/user-store.ts'
import { RateLimitStore } from './core/rate-limit-store.ts'
import { RequestStore } from './core/request-store.ts'
import { JobStore } from './core/tasks/job-store.ts'
import { BudgetStore } from './core/usage/budget-store.ts'
import { UsageStore } from './core/usage/usage-store.ts'
import type { Db } from './db/open.ts'
import { SettingStore } from './db/setting-store.ts'
import { AssistantStore } from './features/assistants/assistant-store.ts'
import { SavedTextStore } from './features/assistants/saved-text-store.ts'
import { BrandStore } from './features/brands/brand-store.ts'
import { ResponseStore } from './features/chat/responses/response-store.ts'
import { ConversationStore } from './features/conversations/conversation-store.ts'
import { FolderStore } from './features/conversations/folder-store.ts'
import { MessageAttachmentStore } from './features/conversations/message-attachment-store.ts'
import { MessageStepStore } from './features/conversations/message-step-store.ts'
import { MessageStore } from './features/conversations/message-store.ts'
import { ShareStore } from './features/conversations/share-store.ts'
import { FileStore } from './features/files/file-store.ts'
import { UploadStore } from './features/files/upload-store.ts'
import { HistoryStore } from './features/history/history-store.ts'
import { KnowledgeStore } from './features/knowledge/knowledge-store.ts'
import { VectorStore } from './features/knowledge/vector-store.ts'
import { ClipStore } from './features/speech/clip-store.ts'
import { TranscriptCacheStore } from './features/transcription/transcript-cache-store.ts'
import { WorkerAttemptStore } from './features/workers/worker-attempt-store.ts'

/** Makes the store of every table family. */
export function createStores(db: Db) {
  return {
    accounts: new AccountStore(db),
    alerts: new AlertStore(db),
    assistants: new AssistantStore(db),
    budgets: new BudgetStore(db),
    brands: new BrandStore(db),
    clips: new ClipStore(db),
    conversations: new ConversationStore(db),
    audit: new AuditStore(db),
    deviceRequests: new DeviceRequestStore(db),
    devices: new DeviceStore(db),
    files: new FileStore(db),
    folders: new FolderStore(db),
    history: new HistoryStore(db),
    invites: new InviteStore(db),
    jobs: new JobStore(db),
    keys: new KeyStore(db),
    knowledge: new KnowledgeStore(db),
    knowledgeVectors: new VectorStore(db),
    messageAttachments: new MessageAttachmentStore(db),
    messageSteps: new MessageStepStore(db),
    messages: new MessageStore(db),
    passkeys: new PasskeyStore(db),
    rateLimits: new RateLimitStore(db),
    refreshTokens: new RefreshTokenStore(db),
    requests: new RequestStore(db),
    responses: new ResponseStore(db),
    savedTexts: new SavedTextStore(db),
    shares: new ShareStore(db),
    sessions: new SessionStore(db),
    settings: new SettingStore(db),
    transcriptCache: new TranscriptCacheStore(db),
    uploads: new UploadStore(db),
    usage: new UsageStore(db),
    users: new UserStore(db),
    workerAttempts: new WorkerAttemptStore(db),
  }
}
