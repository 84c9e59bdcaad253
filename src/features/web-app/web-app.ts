import { LANGUAGES, type Language } from '../../platform/languages.ts'
import { APPLICATIONS, type Application, type Asset, type Build } from './build.ts'
import { cachedBuild } from './cached-build.ts'
import { type FirstShown, SharedPage, Shell, type ShellUser } from './shell.ts'

/** Names have a hash of the content, so what they stand for never changes. */
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
}

/** A browser asks anew for it: what it has tells it whether there is another version. */
const WORKER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/** What is served, in memory. */
interface Served {
  assets: ReadonlyMap<string, Asset>
  shells: Readonly<Record<Application, Shell>>
  shared: SharedPage
  worker: string
}

/** How the web app is built. */
export interface WebAppOptions {
  /** Builds anew for each page, so that a reload shows a change. */
  isDevelopment?: boolean | undefined
  /** By default from the cache of an earlier start, or by a child process. */
  build?: ((language: Language) => Promise<Build>) | undefined
}

/**
 * The web app's files and pages. Each language is built once, for the first page in it; the first one
 * by {@link WebApp.prepare}.
 */
export class WebApp {
  readonly #isDevelopment: boolean
  readonly #build: (language: Language) => Promise<Build>
  readonly #served = new Map<Language, Served>()
  readonly #building = new Map<Language, Promise<Served>>()

  constructor({ isDevelopment = false, build = cachedBuild }: WebAppOptions = {}) {
    this.#isDevelopment = isDevelopment
    this.#build = (language) => build(language)
  }

  /**
   * Builds ahead of the first page.
   *
   * @param languages Those that people have chosen
   * @throws {Error} with the messages of the bundler
   */
  async prepare(languages: readonly Language[] = []): Promise<void> {
    if (this.#isDevelopment) return
    for (const language of new Set([LANGUAGES[0], ...languages])) await this.#serve(language)
  }

  /**
   * The document of a page; at once where its language is built.
   *
   * @param path Of the page, below that of the application, such as `tasks/summarize` or `files?q=tax`
   * @param shown What its document has beside the frame
   */
  page(
    application: Application,
    path: string,
    user: ShellUser,
    language: Language = LANGUAGES[0],
    shown?: FirstShown,
  ): Response | Promise<Response> {
    const served = this.#isDevelopment ? undefined : this.#served.get(language)
    if (served !== undefined) return served.shells[application].page(path, user, shown)
    if (this.#isDevelopment) this.#building.delete(language)
    return this.#serve(language).then(({ shells }) => shells[application].page(path, user, shown))
  }

  /** The document of what a link shares, for anyone. */
  async sharedPage(language: Language): Promise<Response> {
    return (await this.#serve(language)).shared.response()
  }

  /** A built file, in the encoding that the client prefers; undefined for an unknown name. */
  async asset(name: string, acceptEncoding: string): Promise<Response | undefined> {
    const asset = this.#find(name) ?? (await this.#findInAll(name))
    return asset && assetResponse(asset, acceptEncoding)
  }

  #find(name: string): Asset | undefined {
    for (const { assets } of this.#served.values()) {
      const asset = assets.get(name)
      if (asset !== undefined) return asset
    }
    return undefined
  }

  /** A page that was opened before the service started again may be in a language not built since. */
  async #findInAll(name: string): Promise<Asset | undefined> {
    for (const language of LANGUAGES) {
      if (this.#served.has(language)) continue
      await this.#serve(language)
      const asset = this.#find(name)
      if (asset !== undefined) return asset
    }
    return undefined
  }

  /** The script of the service worker. */
  async worker(): Promise<Response> {
    const { worker } = await this.#serve(LANGUAGES[0])
    return new Response(worker, { headers: WORKER_HEADERS })
  }

  #serve(language: Language): Promise<Served> {
    const before = this.#building.get(language)
    if (before !== undefined) return before
    const building = this.#build(language).then(
      (build) => {
        const served = servedOf(build, language)
        this.#served.set(language, served)
        return served
      },
      (error: unknown) => {
        this.#building.delete(language)
        throw error
      },
    )
    this.#building.set(language, building)
    return building
  }
}

function servedOf({ assets, files, install }: Build, language: Language): Served {
  const [app, admin] = APPLICATIONS.map((name) => new Shell(name, files[name], install, language))
  if (app === undefined || admin === undefined) throw new Error('An application is missing')
  const shared = new SharedPage(files.shared, install, language)
  return { assets, shells: { app, admin }, shared, worker: install.worker }
}

function assetResponse({ type, bytes, gzip, brotli }: Asset, acceptEncoding: string): Response {
  const headers = { ...ASSET_HEADERS, 'content-type': type }
  if (/\bbr\b/.test(acceptEncoding))
    return new Response(brotli, { headers: { ...headers, 'content-encoding': 'br' } })
  if (/\bgzip\b/.test(acceptEncoding))
    return new Response(gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(bytes, { headers })
}
