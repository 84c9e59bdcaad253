import { m } from './shared/messages/en.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { addConversations } from '../app/conversation-destinations.ts'
import { start } from '../ui/frame.tsx'
import type { PageLoaders } from '../ui/page.ts'
import { addPages } from '../ui/palette.tsx'
import { AttentionLoader, badges } from './attention.tsx'
import { PAGES } from './pages.ts'

addPages(() => import('../app/pages.ts'))
addConversations()
start({
  base: '/admin/',
  title: 'Hearth admin',
  pages: PAGES,
  load: {
    '/admin/overview': () => import('./overview/page.tsx'),
    '/admin/queue': () => import('./queue/page.tsx'),
    '/admin/workers': () => import('./workers/page.tsx'),
    '/admin/engines': () => import('./engines/page.tsx'),
    '/admin/worker-nodes': () => import('./worker-nodes/page.tsx'),
    '/admin/people': () => import('./people/page.tsx'),
    '/admin/keys': () => import('./keys/page.tsx'),
    '/admin/usage': () => import('./usage/page.tsx'),
    '/admin/requests': () => import('./requests/page.tsx'),
    '/admin/alerts': () => import('./alerts/page.tsx'),
    '/admin/audit': () => import('./audit/page.tsx'),
    '/admin/devices': () => import('./devices/page.tsx'),
    '/admin/brands': () => import('./brands/page.tsx'),
    '/admin/skills': () => import('./skills/page.tsx'),
    '/admin/system': () => import('./system/page.tsx'),
  } satisfies PageLoaders<typeof PAGES>,
  isNamed: true,
  links: [{ href: '/app/', label: m.workspace, icon: 'chat' }],
  badges,
  Background: AttentionLoader,
})
