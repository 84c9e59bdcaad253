import type { AlertChannel } from './alert-channel.ts'
import { Ntfy } from './ntfy.ts'
import { Smtp } from './smtp.ts'
import { Webhook } from './webhook.ts'

/** Where alerts are sent, beside the list in the admin area. */
export interface AlertSettings {
  webhook?: string
  /** Signs what the webhook gets: HMAC-SHA256 of the body. */
  webhook_secret?: string
  ntfy?: string
  ntfy_token?: string
  smtp?: { url: string; from: string; to: string[] }
}

/** Makes the configured outlets; the settings are already checked. */
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
