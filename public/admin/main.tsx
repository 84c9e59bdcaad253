import { addConversations } from '../app/conversation-destinations.ts'
import { PAGES as APP_PAGES } from '../app/pages.ts'
import { start } from '../ui/frame.tsx'
import { AttentionLoader, badges } from './attention.tsx'
import { PAGES } from './pages.ts'

addConversations()
start({
  base: '/admin/',
  title: 'Hearth admin',
  pages: PAGES,
  isNamed: true,
  otherPages: APP_PAGES,
  links: [{ href: '/app/', label: 'Workspace', icon: 'chat' }],
  badges,
  Background: AttentionLoader,
})
