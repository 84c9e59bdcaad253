import { STATUS_CHECK_TIMEOUT_MS } from './core/accounts/account-monitor.ts'
import { ALERT_ATTEMPT_MS } from './core/alerts/delivery.ts'
import { PROVIDER_TIMEOUT_MS } from './core/identity/sign-in/provider-http.ts'
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts'
import { REFRESH_SECONDS } from './surfaces/sign-in/pages.ts'

/** Durations that somebody has to wait for, in one place so that a test can shorten them. */
export interface Limits extends HttpLimits {
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
  stopGraceMs: 20_000,
  stopSendingMs: 5_000,
  statusCheckTimeoutMs: STATUS_CHECK_TIMEOUT_MS,
  providerTimeoutMs: PROVIDER_TIMEOUT_MS,
  refreshSeconds: REFRESH_SECONDS,
  alertAttemptMs: ALERT_ATTEMPT_MS,
}
