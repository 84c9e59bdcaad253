import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/json.ts'
import { ClientFailure } from './failure.ts'

/** The credential of one service. */
const Credential = Type.Object({
  access_token: Type.String({ pattern: '^[!-~]{16,512}$' }),
  /** ISO 8601; the service may have extended it. */
  expires_at: Type.String(),
})
export type Credential = Static<typeof Credential>

const CredentialsFile = Type.Object({
  /** The service of the last sign-in. */
  default: Type.Optional(Type.String()),
  services: Type.Record(Type.String(), Credential),
})
type CredentialsFile = Static<typeof CredentialsFile>

const OTHER_USERS = 0o077

export interface CredentialsOptions {
  path: string
  /** Shows a warning that other users could read the file. */
  note: (text: string) => void
}

/** The user's credentials file, by address of the service; readable by its owner only. */
export class Credentials {
  readonly path: string
  readonly #note: (text: string) => void

  constructor({ path, note }: CredentialsOptions) {
    this.path = path
    this.#note = note
  }

  get(url: string): Credential | undefined {
    const { services } = this.#read()
    return Object.hasOwn(services, url) ? services[url] : undefined
  }

  /** Address of the service that is used by default. */
  defaultUrl(): string | undefined {
    return this.#read().default
  }

  /** Stores a new credential and makes its service the default. */
  save(url: string, credential: Credential): void {
    const { services } = this.#read()
    this.#write({ default: url, services: { ...services, [url]: credential } })
  }

  /** Stores a new expiry of a credential. */
  renew(url: string, credential: Credential): void {
    const stored = this.#read()
    this.#write({ ...stored, services: { ...stored.services, [url]: credential } })
  }

  remove(url: string): void {
    const stored = this.#read()
    const { [url]: _, ...services } = stored.services
    const next = stored.default === url ? Object.keys(services).at(-1) : stored.default
    this.#write({ ...(next === undefined ? {} : { default: next }), services })
  }

  #read(): CredentialsFile {
    const text = this.#text()
    if (text === undefined) return { services: {} }
    const value = tryParseJson(text).value
    if (!matches(CredentialsFile, value))
      throw new ClientFailure(
        `Cannot read ${this.path}: it is not what hearth writes; move it away and sign in again`,
      )
    return value
  }

  #text(): string | undefined {
    let file: number
    try {
      file = openSync(this.path, 'r')
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined
      throw unusable(this.path, error)
    }
    try {
      if (process.platform !== 'win32' && (fstatSync(file).mode & OTHER_USERS) !== 0)
        this.#restrict()
      return readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  }

  #restrict(): void {
    try {
      chmodSync(this.path, 0o600)
    } catch (error) {
      throw new ClientFailure(`${this.path} can be read by others: take their rights away`, {
        cause: error,
      })
    }
    this.#note(
      `${this.path} could be read by other users of this machine; now it cannot. If one may have read it: hearth logout, then hearth login`,
    )
  }

  /** Writes a temporary file and renames it, so that a crash leaves the old or the new file. */
  #write(stored: CredentialsFile): void {
    const temporary = `${this.path}.${crypto.randomUUID()}`
    try {
      makeFolder(dirname(this.path))
      const file = openSync(temporary, 'wx', 0o600)
      try {
        writeSync(file, `${JSON.stringify(stored, undefined, 2)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(temporary, this.path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw unusable(this.path, error)
    }
  }
}

/** Path of the file: below `$XDG_CONFIG_HOME` where that is absolute, else below `~/.config`. */
export function credentialsPath(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const base = isAbsolute(given) ? given : join(homedir(), '.config')
  return join(base, 'hearth', 'credentials.json')
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32' && (statSync(path).mode & OTHER_USERS) !== 0)
    chmodSync(path, 0o700)
}

function unusable(path: string, error: unknown): ClientFailure {
  const reason = error instanceof Error ? error.message : String(error)
  return new ClientFailure(`Cannot use ${path}: ${reason}`, { cause: error })
}
