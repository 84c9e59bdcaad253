import { lookup } from 'node:dns/promises'
import { bareHost, isPrivateAddress, normalizeAddress } from '../../platform/networks.ts'
import { EngineFailure } from '../contract/failure.ts'

const TRUST_MS = 30_000

/**
 * Makes sure that a server's name leads to loopback or private addresses only: no model engine may
 * be a pay-per-use API. A name is looked up again every 30 s.
 */
export class LocalAddress {
  readonly #host: string
  readonly #literal: boolean
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(url: URL) {
    this.#host = bareHost(url.hostname)
    this.#literal = normalizeAddress(this.#host) !== undefined
  }

  /** @throws {EngineFailure} `transient` when the name is not known, `unknown` when it is public */
  async check(): Promise<void> {
    if (performance.now() - this.#checkedAt < TRUST_MS) return
    if (this.#literal) {
      this.#refusePublic([this.#host])
      this.#checkedAt = Number.POSITIVE_INFINITY
      return
    }
    let addresses: { address: string }[]
    try {
      addresses = await lookup(this.#host, { all: true })
    } catch (cause) {
      throw new EngineFailure('transient', `Cannot look up the name ${this.#host}`, { cause })
    }
    this.#refusePublic(addresses.map(({ address }) => address))
    this.#checkedAt = performance.now()
  }

  #refusePublic(addresses: readonly string[]): void {
    const open = addresses.find((address) => !isPrivateAddress(address))
    if (open === undefined && addresses.length > 0) return
    throw new EngineFailure(
      'unknown',
      `Refused: ${this.#host} is not a loopback or private address`,
    )
  }
}
