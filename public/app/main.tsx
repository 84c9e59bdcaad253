import '../ui/tokens.css'
import '../ui/base.css'
import { boot } from '../ui/boot.ts'
import { start } from '../ui/frame.tsx'
import type { PageLoaders } from '../ui/page.ts'
import { addPages } from '../ui/palette.tsx'
import { lazyPart, useLazy } from '../ui/use-lazy.ts'
import { addConversations } from './conversation-destinations.ts'
import { uploadBadge } from './files/upload-list.ts'
import { m } from './messages/en.ts'
import { PAGES } from './pages.ts'
import { recordingBadge } from './transcribe/upload-list.ts'

const adminAttention = lazyPart(() => import('./attention/admin-attention.ts'))

function Attention() {
  const part = useLazy(adminAttention, true)
  return part === undefined ? null : <part.AttentionCounter />
}

if (boot.isAdmin) addPages(() => import('../admin/pages.ts'))
addConversations()
start({
  base: '/app/',
  title: 'Hearth',
  pages: PAGES,
  load: {
    '/app/': () => import('./chat/page.tsx'),
    '/app/assistants': () => import('./assistants/page.tsx'),
    '/app/tasks': () => import('./tasks/page.tsx'),
    '/app/workers': () => import('./workers/page.tsx'),
    '/app/speak': () => import('./speak/page.tsx'),
    '/app/transcribe': () => import('./transcribe/page.tsx'),
    '/app/video': () => import('./video/page.tsx'),
    '/app/files': () => import('./files/page.tsx'),
    '/app/knowledge': () => import('./knowledge/page.tsx'),
    '/app/history': () => import('./history/page.tsx'),
    '/app/jobs': () => import('./jobs/page.tsx'),
    '/app/me': () => import('./me/page.tsx'),
  } satisfies PageLoaders<typeof PAGES>,
  links: boot.isAdmin ? [{ href: '/admin', label: m.admin, icon: 'admin' }] : [],
  badges: () => ({
    ...uploadBadge(),
    ...recordingBadge(),
    ...adminAttention.loaded.value?.adminBadge(),
  }),
  ...(boot.isAdmin ? { Background: Attention } : {}),
})
