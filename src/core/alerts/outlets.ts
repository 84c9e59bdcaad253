import type { AlertSettings } from '../../platform/config-schema.ts'
import { Ntfy } from './ntfy.ts'
import type { Outlet } from './outlet.ts'
import { Smtp } from './smtp.ts'
import { Webhook } from './webhook.ts'

/** Makes the configured outlets; the settings are already checked. */
export function buildOutlets({
  webhook,
  webhook_secret,
  ntfy,
  ntfy_token,
  smtp,
}: AlertSettings): Outlet[] {
  return [
    ...(webhook === undefined ? [] : [new Webhook(webhook, webhook_secret)]),
    ...(ntfy === undefined ? [] : [new Ntfy(ntfy, ntfy_token)]),
    ...(smtp === undefined ? [] : [new Smtp(smtp)]),
  ]
}
