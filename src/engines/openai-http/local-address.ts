import { lookup } from 'node:dns/promises'
import { bareHost, isPrivateAddress, normalizeAddress } from '../../platform/networks.ts'
import { EngineFailure } from '../contract/failure.ts'

const RECHECK_MS = 30_000

/**
 * Checks that a server's name resolves to loopback or private addresses only, because no engine may
 * be a pay-per-use API. A name is resolved again after 30 s.
 */
export class LocalAddress {
  readonly #host: string
  readonly #isLiteral: boolean
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(url: URL) {
    this.#host = bareHost(url.hostname)
    this.#isLiteral = normalizeAddress(this.#host) !== undefined
  }

  /**
   * @throws {EngineFailure} `transient` when the name cannot be resolved, `unknown` when it
   * resolves to a public address
   */
  async check(): Promise<void> {
    if (performance.now() - this.#checkedAt < RECHECK_MS) return
    if (this.#isLiteral) {
      this.#refusePublic([this.#host])
      this.#checkedAt = Number.POSITIVE_INFINITY
      return
    }
    let addresses: { address: string }[]
    try {
      addresses = await lookup(this.#host, { all: true })
    } catch (cause) {
      throw new EngineFailure('unreachable', `Cannot look up the name ${this.#host}`, {
        cause,
      })
    }
    this.#refusePublic(addresses.map(({ address }) => address))
    this.#checkedAt = performance.now()
  }

  #refusePublic(addresses: readonly string[]): void {
    const publicAddress = addresses.find((address) => !isPrivateAddress(address))
    if (publicAddress === undefined && addresses.length > 0) return
    throw new EngineFailure(
      'unknown',
      `Refused: ${this.#host} is not a loopback or private address`,
    )
  }
}
