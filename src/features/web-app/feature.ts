import type { Core } from '../../create-core.ts'
import { webAppRoutes } from './routes.ts'
import { WebApp, type WebAppOptions } from './web-app.ts'

/** The pages: the web app and the admin area. */
export function createWebApp(core: Core, options: WebAppOptions) {
  const webApp = new WebApp(options)
  return { name: 'web-app', routes: () => [webAppRoutes({ ...core, webApp })], webApp }
}
