import '../ui/tokens.css'
import '../ui/base.css'
import { PAGES as ADMIN_PAGES } from '../admin/pages.ts'
import { boot } from '../ui/boot.ts'
import { start } from '../ui/frame.tsx'
import type { PageLoaders } from '../ui/page.ts'
import { AttentionCounter, adminBadge } from './admin-attention.ts'
import { addConversations } from './conversation-destinations.ts'
import { uploadBadge } from './files/upload-list.ts'
import { PAGES } from './pages.ts'
import { recordingBadge } from './transcribe/upload-list.ts'

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
  links: boot.isAdmin ? [{ href: '/admin', label: 'Admin', icon: 'admin' }] : [],
  badges: () => ({ ...uploadBadge(), ...recordingBadge(), ...(boot.isAdmin ? adminBadge() : {}) }),
  ...(boot.isAdmin ? { otherPages: ADMIN_PAGES, Background: AttentionCounter } : {}),
})
