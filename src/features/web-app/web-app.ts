import { APPLICATIONS, type Application, type Asset, type Build } from './build.ts'
import { buildInChild } from './build-process.ts'
import { SharedPage, Shell, type ShellUser } from './shell.ts'

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
  /** By default a child process does it. */
  build?: (() => Promise<Build>) | undefined
}

/** The web app's files and pages, built once: by {@link WebApp.prepare} or for the first page. */
export class WebApp {
  readonly #isDevelopment: boolean
  readonly #build: () => Promise<Build>
  #served: Served | undefined
  #building: Promise<Served> | undefined

  constructor({ isDevelopment = false, build = () => buildInChild() }: WebAppOptions = {}) {
    this.#isDevelopment = isDevelopment
    this.#build = build
  }

  /** Builds ahead of the first page. @throws {Error} with the messages of the bundler */
  async prepare(): Promise<void> {
    if (!this.#isDevelopment) await this.#serve()
  }

  /**
   * The document of a page; at once where it is built.
   *
   * @param path Of the page, below that of the application, such as `tasks/summarize`
   */
  page(application: Application, path: string, user: ShellUser): Response | Promise<Response> {
    if (this.#served !== undefined && !this.#isDevelopment)
      return this.#served.shells[application].page(path, user)
    if (this.#isDevelopment) this.#building = undefined
    return this.#serve().then(({ shells }) => shells[application].page(path, user))
  }

  /** The document of what a link shares, for anyone. */
  async sharedPage(): Promise<Response> {
    return (this.#served ?? (await this.#serve())).shared.response()
  }

  /** A built file, in the encoding that the client prefers; undefined for an unknown name. */
  async asset(name: string, acceptEncoding: string): Promise<Response | undefined> {
    const { assets } = this.#served ?? (await this.#serve())
    const asset = assets.get(name)
    return asset && assetResponse(asset, acceptEncoding)
  }

  /** The script of the service worker. */
  async worker(): Promise<Response> {
    const { worker } = this.#served ?? (await this.#serve())
    return new Response(worker, { headers: WORKER_HEADERS })
  }

  #serve(): Promise<Served> {
    this.#building ??= this.#build().then(
      (build) => {
        this.#served = servedOf(build)
        return this.#served
      },
      (error: unknown) => {
        this.#building = undefined
        throw error
      },
    )
    return this.#building
  }
}

function servedOf({ assets, files, install }: Build): Served {
  const [app, admin] = APPLICATIONS.map((name) => new Shell(name, files[name], install))
  if (app === undefined || admin === undefined) throw new Error('An application is missing')
  const shared = new SharedPage(files.shared, install)
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
