import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { nameOf, type User } from '../../core/identity/users.ts'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import type { PageContext } from '../../guards/request-context.ts'
import { html, htmlPage, seeOther } from '../../http/reply/html.ts'
import { pageLanguage, pageMessages } from '../../http/reply/page-messages.ts'
import type { Connection } from '../../http/server/connection.ts'
import { ADMIN_PAGE_ROUTE } from '../../http/server/request-handler.ts'
import { AppError } from '../../platform/errors.ts'
import { type Application, ASSET_PATH } from './build.ts'
import { firstAnswers } from './first-calls.ts'
import { SHARED_PATH } from './install-files.ts'
import type { LatestMessages } from './latest-messages.ts'
import type { FirstShown, ShellUser } from './shell.ts'
import { WebApp, type WebAppOptions } from './web-app.ts'

interface WebAppServices extends Pick<Core, 'limits'> {
  guards: ReturnType<typeof guards>
  webApp: WebApp
  /** Whether a browser of the user gets notifications. */
  isNotified: (userId: string) => boolean
  /** The end of a conversation; undefined where the user has no such. */
  latestMessages: (userId: string, conversationId: string) => LatestMessages | undefined
}

/** The path of an open conversation, which asks for its end. */
const CONVERSATION_PATH = /^c\/([\w-]{1,100})$/

const AssetParams = Type.Object({ name: Type.String({ pattern: '^[\\w-]{1,100}\\.\\w{1,8}$' }) })

/** Made anew for each route: Elysia adds to the `detail` of the options that it is given. */
const page = () => ({ sensitive: true, detail: { hide: true } }) as const

/** The web app below /app/, the admin pages, and the files of both. */
function webAppRoutes({ limits, guards, webApp, isNotified, latestMessages }: WebAppServices) {
  const shellUser = (user: User): ShellUser => ({
    id: user.id,
    name: nameOf(user),
    isAdmin: user.role === 'admin',
    isNotified: isNotified(user.id),
  })
  const answer = (
    application: Application,
    path: string,
    { request, connection, user }: PageContext,
  ): Response | Promise<Response> => {
    const draw = (shown: FirstShown) => {
      const language = pageLanguage(request, user.language)
      return webApp.page(application, path, shellUser(user), language, shown)
    }
    const [, id] = (application === 'app' && CONVERSATION_PATH.exec(path)) || []
    if (id !== undefined) return draw({ latest: latestMessages(user.id, id) })
    return draw({ answers: firstAnswers(application, path, connection, limits.firstAnswersMs) })
  }
  return (
    new Elysia({ name: 'features/web-app' })
      .use(guards)
      .get('/app/', ({ context }) => answer('app', queryOf(context.request), context), {
        ...page(),
        requireSession: true,
      })
      .get(
        '/app/*',
        ({ request, context, params }) => answer('app', params['*'] + queryOf(request), context),
        { ...page(), requireSession: true },
      )
      // Where a navigation to any path below /admin arrives.
      .get(
        ADMIN_PAGE_ROUTE,
        ({ context }) => answer('admin', adminPath(context.connection), context),
        { ...page(), requireAdminPage: true },
      )
      .get(
        `${ASSET_PATH}:name`,
        async ({ params, request }) => {
          const encoding = request.headers.get('accept-encoding') ?? ''
          const asset = await webApp.asset(params.name, encoding)
          if (asset !== undefined) return asset
          throw new AppError('not_found', 'There is no such file: reload the page')
        },
        { open: true, params: AssetParams, detail: { hide: true } },
      )
      .get('/shared', ({ request }) => webApp.sharedPage(pageLanguage(request)), {
        open: true,
        detail: { hide: true },
      })
      .get('/sw.js', () => webApp.worker(), { open: true, detail: { hide: true } })
      // The service worker answers it; without one, the page says that nothing has arrived.
      .post(SHARED_PATH, () => seeOther(SHARED_PATH), {
        open: true,
        sensitive: true,
        parse: 'none',
        detail: { hide: true },
      })
      .get('/offline', offlinePage, { open: true, detail: { hide: true } })
  )
}

/** What the service worker keeps, to answer with where the service is out of reach. */
function offlinePage({ request }: { request: Request }): Response {
  const { language, offline: m } = pageMessages(request)
  const body = html`<p>${m.text}</p>
<p><a class="button" href="">${m.tryAgain}</a></p>`
  return htmlPage({ language, title: m.title, body, standalone: true })
}

/** The query of a request with its question mark; empty where there is none. */
function queryOf({ url }: Request): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/** The path below /admin that the browser has asked for. */
function adminPath({ pagePath }: Connection): string {
  return pagePath?.slice('/admin/'.length) ?? ''
}

/** The pages: the web app and the admin area. */
export function createWebApp(
  core: Core,
  {
    isNotified,
    latestMessages,
    ...options
  }: WebAppOptions & Pick<WebAppServices, 'isNotified' | 'latestMessages'>,
) {
  const webApp = new WebApp(options)
  const services = { ...core, webApp, isNotified, latestMessages }
  return { name: 'web-app', routes: () => [webAppRoutes(services)], webApp }
}
