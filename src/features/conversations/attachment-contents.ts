import { open } from 'node:fs/promises'
import { type Static, Type } from '@sinclair/typebox'
import type { PreparedAttachment } from '../../core/attachments/attachment.ts'
import type { ReadyFile } from '../../core/attachments/preparation.ts'
import { OrphanCleanup } from '../../core/retention.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import { matches } from '../../platform/check.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/contract.ts'
import { HEAD_BYTES, judgeMediaType } from '../files/media-type.ts'
import type { MessageAttachmentRow, MessageAttachmentStore } from './message-attachment-store.ts'

const JPEG = 'image/jpeg'
/** What a model gets of an attachment, so that it is read once only. */
const Prepared = Type.Object({
  text: Type.String(),
  images: Type.Array(Type.String()),
})

/** A file with its bytes, for anyone who reads it. */
export interface OpenedAttachment {
  name: string
  mediaType: string
  bytes: number
  /** UTC milliseconds. */
  createdAt: number
  path: string | undefined
  stream(range?: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

interface AttachmentContentsOptions {
  storage: Storage
  store: MessageAttachmentStore
  commits: DurableCommits
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/**
 * The bytes of what is attached to conversations: each file as it came, what a model gets of it, and
 * its first picture. Bytes come before their row and go after it, so a crash leaves only bytes without
 * a row, which are removed later.
 */
export class AttachmentContents {
  readonly #options: AttachmentContentsOptions
  /** Contents that have no row yet. */
  readonly #coming = new Set<string>()
  readonly #orphanCleanup: OrphanCleanup

  constructor(options: AttachmentContentsOptions) {
    this.#options = options
    this.#orphanCleanup = new OrphanCleanup(options.now)
  }

  /** Keeps a file as it came. Call {@link settle} when its row is written, or {@link drop}. */
  async keep(
    conversationId: string,
    { path, name, mediaType: hint }: ReadyFile,
  ): Promise<{ contentId: string; mediaType: string }> {
    const contentId = randomId('atc_')
    this.#coming.add(contentId)
    try {
      const mediaType = await judgeMediaType(await headOf(path), name, hint)
      await this.#options.storage.putFile(keyOf(conversationId, contentId, 'file'), path)
      return { contentId, mediaType }
    } catch (error) {
      await this.drop(conversationId, [contentId])
      throw error
    }
  }

  async keepPrepared(
    conversationId: string,
    contentId: string,
    { text, images }: PreparedAttachment,
  ): Promise<void> {
    const { storage } = this.#options
    const json = JSON.stringify({ text, images: [...images] } satisfies Static<typeof Prepared>)
    await storage.put(keyOf(conversationId, contentId, 'prepared'), new Blob([json]).stream())
    const [first] = images
    if (first === undefined) return
    const jpeg = Buffer.from(first.slice(first.indexOf(',') + 1), 'base64')
    await storage.put(keyOf(conversationId, contentId, 'picture'), new Blob([jpeg]).stream())
  }

  /**
   * Keeps the bytes that a backup has. Call {@link settle} when their rows are written.
   *
   * @returns Whether the file as it came is there now
   */
  async restore(
    { conversationId, contentId }: Pick<MessageAttachmentRow, 'conversationId' | 'contentId'>,
    find: (name: string) => Promise<string | undefined>,
  ): Promise<boolean> {
    const { storage } = this.#options
    this.#coming.add(contentId)
    for (const part of PARTS) {
      const key = keyOf(conversationId, contentId, part)
      if ((await storage.stat(key)) !== undefined) continue
      const path = await find(`attachments/${key}`)
      if (path !== undefined) await storage.putFile(key, path)
    }
    return (await storage.stat(keyOf(conversationId, contentId, 'file'))) !== undefined
  }

  settle(contentIds: readonly string[]): void {
    for (const id of contentIds) this.#coming.delete(id)
  }

  /** Removes contents that got no row. */
  async drop(conversationId: string, contentIds: readonly string[]): Promise<void> {
    for (const id of contentIds) await this.#removeAll(`${conversationId}/${id}/`)
    this.settle(contentIds)
  }

  /** Removes the bytes of conversations whose rows are deleted. */
  async removeConversations(ids: readonly string[]): Promise<void> {
    // A failure of the power must not bring back rows without their bytes.
    await this.#options.commits.flush()
    for (const id of ids) await this.#removeAll(`${id}/`)
  }

  /** What a model gets. @returns undefined when its bytes are lost */
  async load({ conversationId, contentId }: MessageAttachmentRow) {
    const found = await this.#options.storage.get(keyOf(conversationId, contentId, 'prepared'))
    if (found === undefined) return undefined
    const prepared: unknown = await new Response(found.stream).json()
    return matches(Prepared, prepared) ? prepared : undefined
  }

  /** @throws {AppError} `not_found` */
  async open(row: MessageAttachmentRow, part: 'file' | 'picture'): Promise<OpenedAttachment> {
    const { storage } = this.#options
    const key = keyOf(row.conversationId, row.contentId, part)
    const found = await storage.stat(key)
    if (found === undefined)
      throw new AppError(
        'not_found',
        part === 'picture'
          ? 'There is no picture of this attachment'
          : 'The bytes of this attachment are gone',
      )
    return {
      name: part === 'picture' ? `${row.name}.jpg` : row.name,
      mediaType: part === 'picture' ? JPEG : row.mediaType,
      bytes: found.bytes,
      createdAt: row.createdAt,
      path: storage.pathOf(key),
      stream: async (range) => {
        const content = await storage.get(key, range)
        if (content === undefined) throw new AppError('not_found', 'The attachment was deleted')
        return content.stream
      },
    }
  }

  /** Called periodically. Removes in the background what has no row. */
  sweep(): void {
    if (!this.#orphanCleanup.take()) return
    const { log } = this.#options
    this.#removeStrays().catch((err) =>
      log.error(failureFields(err), 'Cannot clear away the attachments of deleted conversations'),
    )
  }

  async #removeStrays(): Promise<void> {
    const { storage, store } = this.#options
    await storage.removeParts()
    for await (const { key } of storage.list('')) {
      const contentId = key.split('/')[1] ?? ''
      if (!this.#coming.has(contentId) && !store.hasContent(contentId)) await storage.delete(key)
    }
  }

  async #removeAll(prefix: string): Promise<void> {
    const { storage } = this.#options
    const keys: string[] = []
    for await (const { key } of storage.list(prefix)) keys.push(key)
    for (const key of keys) await storage.delete(key)
  }
}

const PARTS = ['file', 'prepared', 'picture'] as const

/** Where a part of a content is, among the attachments. */
export function keyOf(conversationId: string, contentId: string, part: (typeof PARTS)[number]) {
  return `${conversationId}/${contentId}/${part}`
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
