import { counted } from '../../ui/locale.ts'

/** Names of the pages of the workspace, and what every page of it tells an admin. */
export type Messages = typeof m

export const m = {
  chat: 'Chat',
  tasks: 'Tasks',
  workers: 'Workers',
  speak: 'Speak',
  transcribe: 'Transcribe',
  video: 'Video & web',
  knowledge: 'Knowledge',
  files: 'Files',
  history: 'History',
  jobs: 'Jobs',
  me: 'Me',
  admin: 'Admin',
  uploading: 'uploading',
  peopleWaiting: (people: number) =>
    `${counted(people, { one: '# person', other: '# people' })} waiting`,
  openAlerts: (alerts: number) => counted(alerts, { one: '# open alert', other: '# open alerts' }),
  show: 'Show',
  assistants: 'Assistants',
}
