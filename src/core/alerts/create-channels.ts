import type { AlertChannel } from './alert-channel.ts'
import { Ntfy } from './ntfy.ts'
import { Smtp } from './smtp.ts'
import { Webhook } from './webhook.ts'

/** The channels that alerts are sent to, besides the list in the admin area. */
export interface AlertSettings {
  webhook?: string
  /** Signs the webhook's body with HMAC-SHA256. */
  webhook_secret?: string
  ntfy?: string
  ntfy_token?: string
  smtp?: { url: string; from: string; to: string[] }
}

/** Makes the configured channels. The settings have been checked. */
export function createAlertChannels({
  webhook,
  webhook_secret,
  ntfy,
  ntfy_token,
  smtp,
}: AlertSettings): AlertChannel[] {
  return [
    ...(webhook === undefined ? [] : [new Webhook(webhook, webhook_secret)]),
    ...(ntfy === undefined ? [] : [new Ntfy(ntfy, ntfy_token)]),
    ...(smtp === undefined ? [] : [new Smtp(smtp)]),
  ]
}
