import { connectionOf } from '../http/server/connection.ts'
import { AppError } from '../platform/errors.ts'
import type { LocalTrust } from './local-trust.ts'

/** The largest file that is taken from outside of the owner's own network. See Limits. */
export const MAX_REMOTE_FILE_BYTES = 100_000_000

/**
 * Large files come only from the owner's own network: what makes a request local counts, whatever its
 * credential.
 */
export class OwnNetwork {
  readonly #localTrust: LocalTrust

  constructor(localTrust: LocalTrust) {
    this.#localTrust = localTrust
  }

  includes(request: Request): boolean {
    return this.#localTrust.trusts(request.headers, connectionOf(request))
  }

  /**
   * Refuses a file that is too large for where the request comes from. Also for a file in pieces, by
   * its whole length.
   *
   * @param bytes Of the file, as they are known so far
   * @throws {AppError} `own_network_only`
   */
  requireFor(request: Request, bytes: number): void {
    if (bytes > MAX_REMOTE_FILE_BYTES && !this.includes(request)) throw tooFar()
  }

  /**
   * Passes a file's bytes on, and refuses it once it is too large for where it comes from.
   *
   * @param before Bytes of it that have come earlier
   */
  async *bounded(
    request: Request,
    content: AsyncIterable<Uint8Array>,
    before = 0,
  ): AsyncGenerator<Uint8Array, void, void> {
    const isLocal = this.includes(request)
    let seen = before
    for await (const chunk of content) {
      seen += chunk.byteLength
      if (seen > MAX_REMOTE_FILE_BYTES && !isLocal) throw tooFar()
      yield chunk
    }
  }
}

function tooFar(): AppError {
  return new AppError(
    'own_network_only',
    `Files larger than ${MAX_REMOTE_FILE_BYTES} bytes are taken only from the own network of this service’s owner. Send it to this machine directly, without a proxy or tunnel in between, by its local address or name, from an address in TRUSTED_NETWORKS. In pieces it would be refused as well.`,
  )
}
