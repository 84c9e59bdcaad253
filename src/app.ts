import { type AnyElysia, Elysia } from 'elysia'
import { docsRoutes } from './features/docs/routes.ts'
import { errors } from './http/reply/errors.ts'
import { cors } from './http/server/cors.ts'
import { RouteTable } from './http/server/route-table.ts'
import type { Services } from './services.ts'

/**
 * Creates the app with all routes. The services are its only input. Its type does not list the
 * routes: they are too many for the compiler.
 */
export function createApp(services: Services): AnyElysia {
  const routes = new RouteTable()
  // With `standardHostname` the router assumes a minimum length of the host, so that a short Host
  // gives a wrong path: https://github.com/elysiajs/elysia/issues/748
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(errors({ log: services.log, routes }))
    .use(cors(services.config.cors_origins))
    .use(docsRoutes(services, routes))
  for (const feature of services.features.routes) app.use(feature)
  routes.fill(app.routes)
  return app
}
