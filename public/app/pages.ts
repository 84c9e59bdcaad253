import type { PageEntry } from '../ui/page.ts'

/** The pages of the workspace, in the order of the rail. */
export const PAGES: readonly PageEntry[] = [
  {
    paths: ['/app/', '/app/c/:id'],
    label: 'Chat',
    icon: 'chat',
    isTab: true,
    load: () => import('./chat/page.tsx'),
  },
  {
    paths: ['/app/tasks', '/app/tasks/:name'],
    label: 'Tasks',
    icon: 'tasks',
    isTab: true,
    load: () => import('./tasks/page.tsx'),
  },
  {
    paths: ['/app/workers', '/app/workers/:id'],
    label: 'Workers',
    icon: 'worker',
    load: () => import('./workers/page.tsx'),
  },
  {
    paths: ['/app/speak'],
    label: 'Speak',
    icon: 'speak',
    load: () => import('./speak/page.tsx'),
  },
  {
    paths: ['/app/transcribe', '/app/transcribe/:id'],
    label: 'Transcribe',
    icon: 'microphone',
    badgeWord: 'uploading',
    load: () => import('./transcribe/page.tsx'),
  },
  {
    paths: ['/app/video'],
    label: 'Video & web',
    icon: 'link',
    load: () => import('./video/page.tsx'),
  },
  {
    paths: ['/app/files'],
    label: 'Files',
    icon: 'files',
    badgeWord: 'uploading',
    load: () => import('./files/page.tsx'),
  },
  {
    paths: ['/app/history', '/app/history/:id'],
    label: 'History',
    icon: 'clock',
    load: () => import('./history/page.tsx'),
  },
  {
    paths: ['/app/jobs'],
    label: 'Jobs',
    icon: 'jobs',
    isTab: true,
    load: () => import('./jobs/page.tsx'),
  },
  {
    paths: ['/app/me'],
    label: 'Me',
    icon: 'me',
    isTab: true,
    isAtEnd: true,
    load: () => import('./me/page.tsx'),
  },
]
