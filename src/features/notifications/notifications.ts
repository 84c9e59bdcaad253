import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import { type Kind, kindsFor, type Notice, titleOf } from './kinds.ts'
import type { NoticeSender } from './notice-sender.ts'
import type { NotificationStore, Recipient } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'
import { arePushKeys, type PushKeys } from './web-push.ts'

/** Browsers of one user that get notifications; a further one takes the place of the oldest. @limit push-browsers count */
export const MAX_BROWSERS = 20
/** Pages of one user of which it is known whether they are seen. */
const MAX_PAGES = 20
/** A page that is seen says so every 30 seconds. @limit notification-seen seconds */
export const SEEN_MS = 45_000
/** First words of an answer. @limit notification-words characters */
export const MAX_WORDS_CHARACTERS = 120

/** What somebody has chosen to be notified of. */
export interface NotificationSettings {
  kinds: readonly { kind: Kind; isOn: boolean }[]
  withWords: boolean
  ntfyTopic: string | null
  byMail: boolean
}

/** What changes of it; what is undefined stays. */
export interface NotificationChange {
  /** All that are sent from now on. */
  kinds?: readonly Kind[] | undefined
  withWords?: boolean | undefined
  ntfyTopic?: string | null | undefined
  byMail?: boolean | undefined
}

interface NotificationsOptions {
  store: NotificationStore
  push: PushSender
  messages: NoticeSender
  now: () => number
}

/** Notifies users of what is ready: in all browsers where they have allowed it, unless they see it. */
export class Notifications {
  readonly kind = 'push_subscriptions'
  readonly #options: NotificationsOptions
  /** The pages that are seen, by their user and their own id. */
  readonly #seen = new Map<string, Map<string, { path: string; until: number }>>()

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  settings(userId: string, isAdmin: boolean): NotificationSettings {
    const { store, messages } = this.#options
    const { mutedKinds, ntfyTopic, ...choices } = store.choices(userId)
    const muted = mutedKinds.split(' ')
    return {
      ...choices,
      ntfyTopic: ntfyTopic !== null && messages.isTopicAllowed(ntfyTopic) ? ntfyTopic : null,
      kinds: kindsFor(isAdmin).map((kind) => ({ kind, isOn: !muted.includes(kind) })),
    }
  }

  /**
   * @throws {AppError} `conflict` where the owner does not allow a way, or there is no address; `invalid`
   * for a topic that no person may have
   */
  change(userId: string, isAdmin: boolean, change: NotificationChange): void {
    const { store } = this.#options
    const before = store.choices(userId)
    const {
      kinds,
      withWords = before.withWords,
      ntfyTopic = before.ntfyTopic,
      byMail = before.byMail,
    } = change
    if (change.ntfyTopic != null) this.#requireTopic(change.ntfyTopic)
    if (change.byMail === true && this.mailAddress(userId) === undefined)
      throw new AppError('conflict', 'No mail can be sent to this account')
    const mutedKinds =
      kinds === undefined
        ? before.mutedKinds
        : kindsFor(isAdmin)
            .filter((kind) => !kinds.includes(kind))
            .join(' ')
    store.choose({ userId, mutedKinds, withWords, ntfyTopic, byMail })
  }

  #requireTopic(topic: string): void {
    const { messages } = this.#options
    if (messages.ntfy === undefined)
      throw new AppError('conflict', 'The owner of this service has set no ntfy server for people')
    if (messages.isTopicAllowed(topic)) return
    const { prefix } = messages.ntfy
    const message = topic.startsWith(prefix)
      ? 'Choose another ntfy_topic: this one is in use'
      : `ntfy_topic must begin with ${prefix}`
    throw new AppError('invalid', message, { param: 'ntfy_topic' })
  }

  /** Where people may have topics; undefined where the owner has set none. */
  get ntfy(): { server: string; prefix: string } | undefined {
    return this.#options.messages.ntfy
  }

  /** Where mail would go; undefined where the owner allows none, or the account has no address. */
  mailAddress(userId: string): string | undefined {
    const { store, messages } = this.#options
    if (!messages.hasMail) return undefined
    return store.people({ userId })[0]?.email ?? undefined
  }

  /** Whether somebody is notified in some way. */
  isNotified(userId: string): boolean {
    const { store, now } = this.#options
    return store.isNotified(userId, now())
  }

  /** The browsers that get notifications. */
  browsers(userId: string): { id: string; sessionId: string }[] {
    const { store, now } = this.#options
    return store.subscriptions({ userId }, now())
  }

  /**
   * Notifies a browser from now on, as long as its session goes on.
   *
   * @throws {AppError} `invalid`; `conflict` where the address is that of another person's browser
   */
  async subscribe(
    userId: string,
    sessionId: string,
    { endpoint, ...keys }: PushKeys & { endpoint: string },
  ): Promise<string> {
    const { store, push, now } = this.#options
    push.requireEndpoint(endpoint)
    if (!(await arePushKeys(keys)))
      throw new AppError('invalid', 'keys must be those of a push subscription', { param: 'keys' })
    const known = store.byEndpoint(endpoint)
    // The same browser may have another person now; somebody else does not know its keys.
    if (known !== undefined && (known.auth !== keys.auth || known.p256dh !== keys.p256dh))
      throw new AppError('conflict', 'Another subscription has this endpoint')
    const id = randomId('psh_')
    const counts = { createdAt: now(), lastOkAt: null, failures: 0 }
    store.put({ id, userId, sessionId, endpoint, ...keys, ...counts }, MAX_BROWSERS)
    return id
  }

  /** @throws {AppError} `not_found` */
  unsubscribe(userId: string, id: string): void {
    if (this.#options.store.remove(userId, id)) return
    throw new AppError('not_found', 'There is no such browser')
  }

  /**
   * Notes what somebody sees, so that they are not notified of it.
   *
   * @param page Names the page of a browser
   * @param path What it shows; empty where it is not seen any more
   */
  look(userId: string, page: string, path: string): void {
    const pages = this.#seen.get(userId) ?? new Map()
    pages.delete(page)
    if (path !== '') pages.set(page, { path, until: this.#options.now() + SEEN_MS })
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES) pages.delete(oldest)
    if (pages.size === 0) this.#seen.delete(userId)
    else this.#seen.set(userId, pages)
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    const { push, messages } = this.#options
    await Promise.all([push.idle(), messages.idle()])
  }

  /** Sends a test to a browser, also where it is seen. */
  test(userId: string, id: string): void {
    const { store, push, now } = this.#options
    const found = store.subscriptions({ userId }, now()).find((one) => one.id === id)
    if (found === undefined) throw new AppError('not_found', 'There is no such browser')
    const message = { kind: 'test', path: '/app/me', title: titleOf('test') }
    push.send(found, 'job', JSON.stringify(message), { isRepeated: false })
  }

  deleteOwned(owner: string): { count: number } {
    return { count: this.#options.store.deleteOwned(owner) }
  }

  sweep(): void {
    this.#options.store.sweep(this.#options.now())
    for (const [userId, pages] of this.#seen) {
      for (const [page, { until }] of pages) if (until <= this.#options.now()) pages.delete(page)
      if (pages.size === 0) this.#seen.delete(userId)
    }
  }

  /** Notifies a user, or all admins; returns at once. */
  notify(to: Recipient, { words, hasFailed = false, kind, path }: Notice): void {
    const { store, push, messages, now } = this.#options
    const subscriptions = store.subscriptions(to, now())
    for (const { email, choices } of store.people(to)) {
      const { userId, mutedKinds, withWords, ntfyTopic, byMail } = choices
      if (mutedKinds.split(' ').includes(kind) || this.#sees(userId, path)) continue
      const title = titleOf(kind, hasFailed)
      const message = {
        kind,
        path,
        title,
        ...(withWords && words !== undefined && { words: shortened(words) }),
      }
      const text = JSON.stringify(message)
      for (const one of subscriptions) if (one.userId === userId) push.send(one, kind, text)
      if (ntfyTopic !== null) messages.sendToNtfy(ntfyTopic, { ...message, userId })
      if (byMail && email !== null) messages.sendMail(email, { ...message, userId })
    }
  }

  /** Whether a page shows it, or the list that it is in. */
  #sees(userId: string, path: string): boolean {
    const now = this.#options.now()
    const page = path.replace(/\?.*$/, '')
    const list = page.replace(/\/[^/]*$/, '')
    return [...(this.#seen.get(userId)?.values() ?? [])].some(
      ({ path: seen, until }) => until > now && (seen === page || seen === list),
    )
  }
}

function shortened(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  const characters = [...text.slice(0, 2 * MAX_WORDS_CHARACTERS)]
  if (characters.length <= MAX_WORDS_CHARACTERS) return characters.join('')
  return `${characters.slice(0, MAX_WORDS_CHARACTERS - 1).join('')}…`
}
