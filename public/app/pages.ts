import type { PageEntry } from '../ui/page.ts'
import { m } from './messages/en.ts'

/** The pages of the workspace, in the order of the rail. */
export const PAGES = [
  {
    paths: ['/app/', '/app/c/:id', '/app/s/:share'],
    label: m.chat,
    icon: 'chat',
    isTab: true,
  },
  {
    paths: ['/app/assistants', '/app/assistants/:id'],
    label: m.assistants,
    icon: 'assistant',
  },
  {
    paths: ['/app/tasks', '/app/tasks/:name'],
    label: m.tasks,
    icon: 'tasks',
  },
  {
    paths: ['/app/workers', '/app/workers/:id'],
    label: m.workers,
    icon: 'worker',
  },
  {
    paths: ['/app/speak'],
    label: m.speak,
    icon: 'speak',
    isTab: 'shared',
  },
  {
    paths: ['/app/transcribe', '/app/transcribe/:id'],
    label: m.transcribe,
    icon: 'microphone',
    isTab: 'shared',
    badgeWord: m.uploading,
  },
  {
    paths: ['/app/video'],
    label: m.video,
    icon: 'link',
  },
  {
    paths: ['/app/files', '/app/files/shared'],
    label: m.files,
    icon: 'files',
    isTab: true,
    badgeWord: m.uploading,
  },
  {
    paths: ['/app/knowledge', '/app/knowledge/:id'],
    label: m.knowledge,
    icon: 'book',
  },
  {
    paths: ['/app/history', '/app/history/:id'],
    label: m.history,
    icon: 'clock',
  },
  {
    paths: ['/app/jobs'],
    label: m.jobs,
    icon: 'jobs',
  },
  {
    paths: ['/app/me'],
    label: m.me,
    icon: 'me',
    isTab: true,
    isAtEnd: true,
  },
] as const satisfies readonly PageEntry[]
