import type { PageEntry } from '../ui/page.ts'

/** The pages of the workspace, in the order of the rail. */
export const PAGES = [
  {
    paths: ['/app/', '/app/c/:id', '/app/s/:share'],
    label: 'Chat',
    icon: 'chat',
    isTab: true,
  },
  {
    paths: ['/app/assistants', '/app/assistants/:id'],
    label: 'Assistants',
    icon: 'assistant',
  },
  {
    paths: ['/app/tasks', '/app/tasks/:name'],
    label: 'Tasks',
    icon: 'tasks',
  },
  {
    paths: ['/app/workers', '/app/workers/:id'],
    label: 'Workers',
    icon: 'worker',
  },
  {
    paths: ['/app/speak'],
    label: 'Speak',
    icon: 'speak',
    isTab: 'shared',
  },
  {
    paths: ['/app/transcribe', '/app/transcribe/:id'],
    label: 'Transcribe',
    icon: 'microphone',
    isTab: 'shared',
    badgeWord: 'uploading',
  },
  {
    paths: ['/app/video'],
    label: 'Video & web',
    icon: 'link',
  },
  {
    paths: ['/app/files', '/app/files/shared'],
    label: 'Files',
    icon: 'files',
    isTab: true,
    badgeWord: 'uploading',
  },
  {
    paths: ['/app/knowledge', '/app/knowledge/:id'],
    label: 'Knowledge',
    icon: 'book',
  },
  {
    paths: ['/app/history', '/app/history/:id'],
    label: 'History',
    icon: 'clock',
  },
  {
    paths: ['/app/jobs'],
    label: 'Jobs',
    icon: 'jobs',
  },
  {
    paths: ['/app/me'],
    label: 'Me',
    icon: 'me',
    isTab: true,
    isAtEnd: true,
  },
] as const satisfies readonly PageEntry[]
