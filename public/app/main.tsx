import { PAGES as ADMIN_PAGES } from '../admin/pages.ts'
import { boot } from '../ui/boot.ts'
import { start } from '../ui/frame.tsx'
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
  links: boot.isAdmin ? [{ href: '/admin', label: 'Admin', icon: 'admin' }] : [],
  badges: () => ({ ...uploadBadge(), ...recordingBadge(), ...(boot.isAdmin ? adminBadge() : {}) }),
  ...(boot.isAdmin ? { otherPages: ADMIN_PAGES, Background: AttentionCounter } : {}),
})
