import type { Application } from './build.ts'

/** What one API answers soon, and a page shows first. By the path of the page below its application. */
type Calls = Readonly<Record<string, readonly string[]>>

/**
 * What pages ask the service at their start, exactly as their scripts do. A browser asks it while it
 * loads these scripts, and hands each answer to the first that asks the same.
 *
 * @see https://html.spec.whatwg.org/multipage/links.html#link-type-preload
 */
export const FIRST_CALLS: Readonly<Record<Application, Calls>> = {
  app: {
    '': ['/api/conversations?limit=50&folder=none', '/v1/models'],
    assistants: ['/api/assistants', '/api/me'],
    workers: ['/api/ai/worker/profiles', '/api/ai/worker?limit=50'],
    speak: ['/api/ai/tts/voices', '/history?kind=speech&limit=30'],
    transcribe: ['/v1/models', '/api/nas/limits'],
    files: ['/api/nas/files?limit=100', '/api/nas/limits'],
    knowledge: ['/api/knowledge'],
    history: ['/history?limit=50'],
    jobs: ['/api/ai/jobs?limit=50'],
    me: ['/api/me', '/auth-check', '/api/dashboard/summary', '/api/dashboard/usage?days=30'],
  },
  admin: {
    '': [
      '/admin/engines',
      '/admin/users?limit=5&waiting=true',
      '/admin/alerts?limit=200&status=open',
      '/admin/doctor',
      '/admin/queue',
      '/admin/users?limit=1',
      '/admin/api-keys?limit=1',
      '/admin/system',
    ],
  },
}
