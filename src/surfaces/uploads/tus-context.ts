import { AsyncLocalStorage } from 'node:async_hooks'
import type { Checksum } from '../../core/files/upload-checksum.ts'
import type { Piece } from '../../core/files/uploads.ts'

/** One request to the tus server, for the store behind it, which is given no request. */
export interface TusContext {
  owner: string
  /** Reads the body of the request. */
  read: Piece['read']
  checksum: Checksum | undefined
  /** `Upload-Concat` of a request, and later of the upload that it is about. */
  concat: string | undefined
  /** Uploads that a new one is made of. */
  parts: readonly string[] | undefined
  /** Why the request was refused, as the store said it. */
  failure?: unknown
}

export const tusContext = new AsyncLocalStorage<TusContext>()

/** @throws {Error} outside of a request */
export function currentTusContext(): TusContext {
  const context = tusContext.getStore()
  if (context === undefined) throw new Error('The tus server was called outside of a request')
  return context
}
