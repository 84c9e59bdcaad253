import { Smtp } from '../../core/alerts/create-channels.ts'
import { ownerOfUser, userIdOf } from '../../core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../core/identity/user-store.ts'
import type { Core } from '../../create-core.ts'
import { noticeOfAlert, noticeOfJob } from './kinds.ts'
import { NoticeSender } from './notice-sender.ts'
import { NotificationStore } from './notification-store.ts'
import { Notifications } from './notifications.ts'
import { PushSender } from './push-sender.ts'
import { notificationRoutes } from './routes.ts'
import { Vapid } from './web-push.ts'

/** Where no address of the owner is known; a push service wants one that could be. */
const NO_CONTACT = 'mailto:owner@hearth.example'

/** Notifications of what is ready, in browsers, by ntfy and by mail. */
export function createNotifications(core: Core) {
  const { config, db, stores, safeFetch, jobs, alerts, log, now } = core
  const store = new NotificationStore(db)
  const { base_url, owner_email } = config
  const isHttps = base_url?.startsWith('https:') === true
  const vapid = new Vapid({
    settings: stores.settings,
    contact: isHttps
      ? new URL(base_url).origin
      : owner_email === undefined
        ? NO_CONTACT
        : `mailto:${owner_email}`,
    now,
  })
  const hosts = config.notifications.push_hosts
  const retryMs = core.limits.pushRetryMs
  const push = new PushSender({ store, safeFetch, vapid, hosts, retryMs, log, now })
  const { ntfy, ntfy_token: token, ntfy_prefix: prefix, mail } = config.notifications
  const alertTopic = topicOf(config.alerts.ntfy)
  const messages = new NoticeSender({
    ntfy:
      ntfy === undefined
        ? undefined
        : { server: ntfy.replace(/\/+$/, ''), token, prefix, alertTopic },
    smtp: mail && config.alerts.smtp !== undefined ? new Smtp(config.alerts.smtp) : undefined,
    origin: base_url === undefined ? undefined : new URL(base_url).origin,
    retryMs,
    log,
    now,
  })
  const notifications = new Notifications({ store, push, messages, now })
  /** A notification comes after the work itself, and must not harm it. */
  const safely = (notify: () => void) => {
    try {
      notify()
    } catch (err) {
      log.error({ err }, 'Cannot send a notification')
    }
  }
  const ownerUser = (owner: string) =>
    owner === ownerOfUser(PRIMARY_USER_ID) ? PRIMARY_USER_ID : userIdOf(owner)
  jobs.onEnded(({ id, kind, owner, status }) => {
    const userId = ownerUser(owner)
    if (status === 'cancelled' || userId === undefined) return
    const hasFailed = status === 'failed'
    safely(() => notifications.notify({ userId }, noticeOfJob({ id, kind, hasFailed })))
  })
  alerts.onRaised(({ kind }) => {
    const notice = noticeOfAlert(kind)
    if (notice !== undefined) safely(() => notifications.notify('admins', notice))
  })
  return {
    name: 'notifications',
    sweeps: [notifications],
    ownedData: [
      {
        kind: notifications.kind,
        deleteOwned: (owner: string) => notifications.deleteOwned(userIdOf(owner) ?? ''),
      },
    ],
    routes: () => [notificationRoutes({ ...core, notifications, vapid })],
    stop: () => Promise.all([push.stop(), messages.stop()]),
    notifications,
    /** Notifies the owner of a conversation of an answer. */
    notifyAnswer: ({ owner, conversationId, hasFailed, text }: EndedAnswer): void => {
      const userId = ownerUser(owner)
      if (userId === undefined) return
      const path = `/app/c/${conversationId}`
      safely(() =>
        notifications.notify({ userId }, { kind: 'answer', path, hasFailed, words: text }),
      )
    },
  }
}

/** @param address Of a topic */
function topicOf(address: string | undefined): string | undefined {
  return URL.parse(address ?? '')
    ?.pathname.replace(/\/+$/, '')
    .split('/')
    .at(-1)
}

interface EndedAnswer {
  /** `Caller.owner` of the conversation. */
  owner: string
  conversationId: string
  hasFailed: boolean
  text: string
}
