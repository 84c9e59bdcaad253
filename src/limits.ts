import { STATUS_CHECK_TIMEOUT_MS } from './core/accounts/account-monitor.ts'
import { ALERT_ATTEMPT_MS } from './core/alerts/delivery.ts'
import { PROVIDER_TIMEOUT_MS } from './core/identity/sign-in/provider-http.ts'
import { READER_WAIT_MS } from './core/tasks/memory-queue.ts'
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts'
import { CHAT_LIMITS, type ChatLimits } from './surfaces/chat/limits.ts'
import { REFRESH_SECONDS } from './surfaces/sign-in/pages.ts'

/** Durations that somebody has to wait for, in one place so that a test can shorten them. */
export interface Limits extends HttpLimits, ChatLimits {
  /** How long a task waits for a reader that is far behind. */
  readerWaitMs: number
  /** How long work may go on after SIGTERM. */
  stopGraceMs: number
  /** How long answers may take after that to reach their clients. */
  stopSendingMs: number
  /** Of a tool or a server that is asked whether an account is well. */
  statusCheckTimeoutMs: number
  /** Of each answer of an identity provider. */
  providerTimeoutMs: number
  /** How often the page of a user who waits for approval looks again. */
  refreshSeconds: number
  /** How long the receiver of an alert has for one attempt. */
  alertAttemptMs: number
}

export const LIMITS: Limits = {
  ...HTTP_LIMITS,
  ...CHAT_LIMITS,
  readerWaitMs: READER_WAIT_MS,
  stopGraceMs: 20_000,
  stopSendingMs: 5_000,
  statusCheckTimeoutMs: STATUS_CHECK_TIMEOUT_MS,
  providerTimeoutMs: PROVIDER_TIMEOUT_MS,
  refreshSeconds: REFRESH_SECONDS,
  alertAttemptMs: ALERT_ATTEMPT_MS,
}
