import { findBundle } from './bundle.ts'

// In development, an edit is seen at once, and restarts it.
const isDevelopment = process.env['NODE_ENV'] === 'development'
const { startService }: typeof import('./start-service.ts') = await import(
  (isDevelopment ? undefined : findBundle()) ?? './start-service.ts'
)
await startService()
