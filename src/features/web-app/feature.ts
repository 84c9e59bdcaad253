import type { Core } from '../../create-core.ts'
import { type WebAppServices, webAppRoutes } from './routes.ts'
import { WebApp, type WebAppOptions } from './web-app.ts'

/** The pages: the web app and the admin area. */
export function createWebApp(
  core: Core,
  { isNotified, ...options }: WebAppOptions & Pick<WebAppServices, 'isNotified'>,
) {
  const webApp = new WebApp(options)
  return { name: 'web-app', routes: () => [webAppRoutes({ ...core, webApp, isNotified })], webApp }
}
