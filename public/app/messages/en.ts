/** Names of the pages of the workspace. */
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
  assistants: 'Assistants',
}
