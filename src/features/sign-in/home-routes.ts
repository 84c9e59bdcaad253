import { join } from 'node:path'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import type { SignInMethods } from '../../guards/sign-in-methods.ts'
import { seeOther, wantsPage } from '../../http/reply/html.ts'
import { waitingPage } from './http/pages.ts'

const PUBLIC = join(import.meta.dir, '../../../public')
const FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=300' }

/** For programs: clients of Ollama look for these words at `/` before they ask for anything. */
const RUNNING = 'Ollama is running, in the form of Hearth'

export interface HomeServices {
  guards: ReturnType<typeof guards>
  signInMethods: SignInMethods
  limits: {
    /** How often the waiting page reloads. */
    refreshSeconds: number
  }
}

/** GET /, /waiting, and the style sheet and icon of the pages. */
export function homeRoutes({ guards, signInMethods, limits }: HomeServices) {
  const file = (name: string) => () =>
    new Response(Bun.file(join(PUBLIC, name)), { headers: FILE_HEADERS })
  return (
    new Elysia({ name: 'features/sign-in/home' })
      .use(guards)
      // Where nobody can sign in, the start page would only refuse.
      .get(
        '/',
        ({ request, context }) =>
          wantsPage(request)
            ? seeOther(signInMethods.canSignIn(context) ? '/app/' : '/docs')
            : new Response(RUNNING),
        { open: true, detail: { hide: true } },
      )
      .get(
        '/waiting',
        ({ request, user }) =>
          user.role === 'pending'
            ? waitingPage(request, user, limits.refreshSeconds)
            : seeOther('/app/'),
        { sensitive: true, requireSignIn: true, detail: { hide: true } },
      )
      .get('/style.css', file('style.css'), { open: true, detail: { hide: true } })
      .get('/passkey.js', file('passkey.js'), { open: true, detail: { hide: true } })
      .get('/icon.svg', file('icon.svg'), { open: true, detail: { hide: true } })
  )
}
