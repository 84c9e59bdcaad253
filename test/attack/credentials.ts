import { pick } from '../support/pick.ts'
import { asOwner } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { makeAbleKey } from './client.ts'
import type { Driver } from './driver.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
/** What a wrong credential may get, beside redirects to the sign-in. */
const REFUSED = [400, 401, 403, 404, 405, 409, 429]
/** Routes at a time; each waits for its answer. */
const WIDTH = 8

interface Route {
  method: string
  path: string
  isOpen: boolean
}

/** Every route of the API description with every kind of wrong credential: nobody may get in. */
export const credentials: Driver = {
  name: 'credentials',
  async run(context) {
    const env = { TRUSTED_PROXIES: '127.0.0.1' }
    await using service = await context.startWatched({ env })
    const { url } = service
    const routes = await routesOf(url)
    const wrong = await wrongCredentials(url)
    const losses = new Set<string>()
    const pairs = routes
      .filter(({ isOpen }) => !isOpen)
      .flatMap((route) =>
        Object.entries(wrong).map(([kind, headers]) => ({ route, kind, headers })),
      )
    let asked = 0
    const lane = async () => {
      for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
        const { route, kind, headers } = pair
        asked += 1
        const answer = await fetch(url + route.path, {
          ...{ method: route.method.toUpperCase(), headers, redirect: 'manual' },
          ...(['get', 'head', 'options'].includes(route.method) ? {} : { body: '{}' }),
        })
        const isRefused = REFUSED.includes(answer.status) || [302, 303].includes(answer.status)
        if (!isRefused) losses.add(`${route.method} ${route.path}, ${kind}: ${answer.status}`)
        await answer.body?.cancel()
        if (context.deadline.aborted) return
      }
    }
    await Promise.all(Array.from({ length: WIDTH }, lane))
    const report = await service.report()
    return {
      losses: [...losses, ...report.losses],
      values: { routes: routes.length, kinds: Object.keys(wrong).length, asked, ...report.values },
    }
  },
}

async function routesOf(url: string): Promise<Route[]> {
  const document: unknown = await (await asOwner(url, 'GET', '/openapi.json')).json()
  const common = pick(document, 'security')
  return Object.entries(Object(pick(document, 'paths'))).flatMap(([path, operations]) =>
    METHODS.filter((method) => pick(operations, method) !== undefined).map((method) => {
      const security = pick(operations, `${method}.security`) ?? common
      const isOpen =
        !Array.isArray(security) ||
        security.length === 0 ||
        security.some((one) => Object.keys(Object(one)).length === 0)
      return { method, path: path.replaceAll(/\{[^}]*\}/g, 'x'), isOpen }
    }),
  )
}

/** Headers of a request from elsewhere, by the kind of what is wrong with it. */
async function wrongCredentials(url: string): Promise<Record<string, Record<string, string>>> {
  const revoked = await makeAbleKey(url, 'revoked')
  const list: unknown = await (await asOwner(url, 'GET', '/admin/api-keys')).json()
  const id = pick(list, 'items.0.id')
  const ended = await asOwner(url, 'POST', `/admin/api-keys/${id}/revoke`, {})
  if (!ended.ok) throw new Error(`Cannot revoke a key: ${ended.status}`)
  const remote = { 'x-forwarded-for': '203.0.113.9' }
  const bearer = (token: string) => ({ ...remote, authorization: `Bearer ${token}` })
  const none = btoa('{"alg":"none"}').replaceAll('=', '')
  const claims = btoa('{"sub":"owner","exp":99999999999}').replaceAll('=', '')
  return {
    none: remote,
    'empty bearer': bearer(''),
    'wrong key': bearer('hth_0000000000000000000000000000000000000000000'),
    'cut key': bearer(PRIMARY_KEY.slice(0, -1)),
    'longer key': bearer(`${PRIMARY_KEY}x`),
    'key in other case': bearer(PRIMARY_KEY.toUpperCase()),
    revoked: bearer(revoked),
    'unsigned token': bearer(`${none}.${claims}.`),
    'forged token': bearer(`${btoa('{"alg":"HS256","typ":"JWT"}')}.${claims}.AAAA`),
    basic: { ...remote, authorization: `Basic ${btoa(`owner:${PRIMARY_KEY}`)}` },
    'two schemes': { ...remote, authorization: `Basic x, Bearer ${PRIMARY_KEY}` },
    'forged session': { ...remote, cookie: 'hearth=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    'huge token': bearer('a'.repeat(8_000)),
    'key in the query': { ...remote, 'x-api-key': PRIMARY_KEY.slice(1) },
    'forwarded as local': { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  }
}
