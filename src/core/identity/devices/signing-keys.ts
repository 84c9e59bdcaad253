import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../../platform/check.ts'
import { codeOf } from '../../../platform/errors.ts'
import { randomText } from '../../../platform/ids.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { Log } from '../../../platform/log.ts'

/** Permission bits of group and others. */
const OTHERS = 0o077
const ROTATE_MS = 24 * 60 * 60 * 1000
/** Of an access token of the canvas surface. @limit access-token seconds */
export const ACCESS_SECONDS = 60
/** Of one for `/mcp`. @limit mcp-access-token seconds */
export const MCP_ACCESS_SECONDS = 3_600

export const CANVAS_KEYS = { file: 'canvas-keys.json', tokenSeconds: ACCESS_SECONDS }
export const MCP_KEYS = { file: 'mcp-keys.json', tokenSeconds: MCP_ACCESS_SECONDS }

/** A key that signs access tokens. */
export const SigningKey = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{12}$' }),
  /** 256 random bits in base64url, never a text that could be read as a key of another kind. */
  secret: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  /** UTC milliseconds. */
  created_at: Type.Integer({ minimum: 0 }),
})
export type SigningKey = Static<typeof SigningKey>

/** The newest first; only that one signs. */
const KeyFile = Type.Object({ keys: Type.Array(SigningKey, { minItems: 1, maxItems: 100 }) })

interface SigningKeysOptions {
  /** Name of the file. */
  file: string
  /** How long a token lives that a key has signed. */
  tokenSeconds: number
  /** Where the file of keys is kept; undefined keeps them in memory. */
  folder: string | undefined
  log: Log
  now: () => number
}

/**
 * Signing keys of the access tokens of a surface: made at the first use and rotated every day; the
 * previous key verifies until its last token has expired.
 */
export class SigningKeys {
  readonly #path: string | undefined
  readonly #log: Log
  readonly #now: () => number
  /** After its successor was made; the last token that it signed has expired well before. */
  readonly #graceMs: number
  #keys: readonly SigningKey[]

  /** @throws {Error} with a `code` when the file cannot be used */
  constructor({ file, tokenSeconds, folder, log, now }: SigningKeysOptions) {
    this.#path = folder === undefined ? undefined : join(folder, file)
    this.#log = log
    this.#now = now
    this.#graceMs = 2 * tokenSeconds * 1000
    this.#keys = this.#path === undefined ? [] : this.#read(this.#path)
  }

  /** The key that signs now. @throws {Error} when a new one is due and cannot be stored */
  current(): SigningKey {
    const [newest] = this.#keys
    // A clock that was set back must not keep a key for good.
    if (newest !== undefined && Math.abs(this.#now() - newest.created_at) < ROTATE_MS) return newest
    const key = { id: randomText(9), secret: randomText(32), created_at: this.#now() }
    const keys = [key, ...this.#live()]
    if (this.#path !== undefined) write(this.#path, keys)
    this.#keys = keys
    return key
  }

  /** A key whose tokens are still accepted. */
  byId(id: string): SigningKey | undefined {
    return this.#live().find((key) => key.id === id)
  }

  /** The newest, and those whose successor is younger than the grace. */
  #live(): readonly SigningKey[] {
    return this.#keys.filter((_, index) => {
      const successor = this.#keys[index - 1]
      return successor === undefined || this.#now() - successor.created_at < this.#graceMs
    })
  }

  #read(path: string): readonly SigningKey[] {
    const text = textOf(path)
    if (text === undefined) return []
    if ((statSync(path).mode & OTHERS) !== 0) {
      // Other accounts of the machine may have read them. Apps refresh their tokens every minute
      // anyway.
      this.#log.warn({ path }, 'Others could read the signing keys of access tokens: replaced')
      return []
    }
    const value = tryParseJson(text).value
    if (!matches(KeyFile, value)) {
      throw Object.assign(new Error(`${path} is damaged; delete it, and new keys are made`), {
        code: 'EINVAL',
      })
    }
    return value.keys
  }
}

/** Whole or not at all, and never readable for others. */
function write(path: string, keys: readonly SigningKey[]): void {
  const draft = `${path}.new`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A draft that a killed process left would keep the rights it had.
  rmSync(draft, { force: true })
  writeFileSync(draft, JSON.stringify({ keys }), { mode: 0o600, flush: true })
  renameSync(draft, path)
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
