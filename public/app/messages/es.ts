import type { Messages } from './en.ts'

export const m: Messages = {
  chat: 'Chat',
  tasks: 'Tareas',
  workers: 'Agentes',
  speak: 'Voz',
  transcribe: 'Transcribir',
  video: 'Vídeo y web',
  knowledge: 'Conocimiento',
  files: 'Archivos',
  history: 'Historial',
  jobs: 'Trabajos',
  me: 'Yo',
  admin: 'Administración',
  uploading: 'subiendo',
  assistants: 'Asistentes',
}
