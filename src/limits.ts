import { ALERT_ATTEMPT_MS } from './core/alerts/delivery.ts'
import { STATUS_CHECK_TIMEOUT_MS } from './core/engines/account-monitor.ts'
import { MODEL_LOAD_WAIT_MS } from './core/engines/answer.ts'
import { DISCOVERY_LIMITS, type DiscoveryLimits } from './core/engines/engine-discovery.ts'
import { PROVIDER_TIMEOUT_MS } from './core/identity/sign-in/oauth-client.ts'
import { RETENTION_LIMITS, type RetentionLimits } from './core/retention.ts'
import { READER_WAIT_MS } from './core/tasks/queue.ts'
import { WRITE_RETRY_MS } from './core/tasks/retried-writes.ts'
import { BACKUP_STALL_MS } from './features/backups/backups.ts'
import { BACKUP_DELAY_MS } from './features/backups/nightly.ts'
import { CHAT_LIMITS, type ChatLimits } from './features/chat/http/limits.ts'
import { CONFIRM_MS } from './features/conversations/confirmations.ts'
import { PROGRESS_MS } from './features/mcp/mcp.ts'
import { PUSH_RETRY_MS } from './features/notifications/push-sender.ts'
import { REFRESH_SECONDS } from './features/sign-in/http/pages.ts'
import { TURN_MS } from './features/speech/synthesis.ts'
import { LATE_ANSWER_MS } from './features/transcription/schema.ts'
import { TRANSCRIPTION_RETRY_MS } from './features/transcription/transcript.ts'
import { FIRST_ANSWERS_MS } from './features/web-app/first-calls.ts'
import { WORKER_RETRY_MS } from './features/workers/wait-for-engine.ts'
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts'
import { VIDEO_MS } from './media/contract-video.ts'
import { S3_LIMITS, type S3Limits } from './storage/s3/s3-connection.ts'

/** Durations that a client or a test has to wait for, so that a test can shorten them. */
export interface Limits extends HttpLimits, ChatLimits, DiscoveryLimits, RetentionLimits, S3Limits {
  /** How long a task waits for a slow reader of its events. */
  readerWaitMs: number
  /** How long a job's row that could not be written waits for the next try. */
  writeRetryMs: number
  /** How long work may go on after SIGTERM. */
  stopGraceMs: number
  /** How long responses may take to be sent after that. */
  stopSendingMs: number
  /** Timeout of a status check of a tool or a server. */
  statusCheckTimeoutMs: number
  /** Timeout of each request to an identity provider. */
  providerTimeoutMs: number
  /** How long a request waits for models that their servers still load. */
  modelLoadWaitMs: number
  /** How long a long text is spoken before other requests go first. */
  speechTurnMs: number
  /** How often the page of a user who waits for approval reloads. */
  refreshSeconds: number
  /** Timeout of one attempt to deliver an alert. */
  alertAttemptMs: number
  /** How long after the start a missed nightly backup is made up for. */
  backupDelayMs: number
  /** Waits before recognisers that have failed are tried again; their number bounds the tries. */
  transcriptionRetryMs: readonly number[]
  /** Waits before a push service that did not answer is tried again. */
  pushRetryMs: readonly number[]
  /** Waits before a worker asks again where no engine could answer; the last is repeated. */
  workerRetryMs: readonly number[]
  /** When the answer to a waiting transcription is started, where a proxy may give up. */
  lateAnswerMs: number
  /** How long a question to a video site may take. */
  videoMs: number
  /** Between two reports of the progress of a tool's call. */
  mcpProgressMs: number
  /** How long the reader of a backup may stop reading. */
  backupStallMs: number
  /** How long the document of a page waits for what its script asks first. */
  firstAnswersMs: number
  /** How long a person is waited for before a call of a tool is refused. */
  confirmMs: number
}

/**
 * @limit stop-work seconds stopGraceMs
 * @limit stop-sending seconds stopSendingMs
 */
export const LIMITS: Limits = {
  ...HTTP_LIMITS,
  ...CHAT_LIMITS,
  ...DISCOVERY_LIMITS,
  ...RETENTION_LIMITS,
  ...S3_LIMITS,
  readerWaitMs: READER_WAIT_MS,
  writeRetryMs: WRITE_RETRY_MS,
  stopGraceMs: 20_000,
  stopSendingMs: 5_000,
  statusCheckTimeoutMs: STATUS_CHECK_TIMEOUT_MS,
  providerTimeoutMs: PROVIDER_TIMEOUT_MS,
  modelLoadWaitMs: MODEL_LOAD_WAIT_MS,
  speechTurnMs: TURN_MS,
  refreshSeconds: REFRESH_SECONDS,
  alertAttemptMs: ALERT_ATTEMPT_MS,
  backupDelayMs: BACKUP_DELAY_MS,
  transcriptionRetryMs: TRANSCRIPTION_RETRY_MS,
  pushRetryMs: PUSH_RETRY_MS,
  workerRetryMs: WORKER_RETRY_MS,
  lateAnswerMs: LATE_ANSWER_MS,
  videoMs: VIDEO_MS,
  mcpProgressMs: PROGRESS_MS,
  backupStallMs: BACKUP_STALL_MS,
  firstAnswersMs: FIRST_ANSWERS_MS,
  confirmMs: CONFIRM_MS,
}
