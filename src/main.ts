import { findBundle } from './bundle.ts'

// In development, an edit is seen at once, and restarts it.
const isDevelopment = process.env['NODE_ENV'] === 'development'
await import((isDevelopment ? undefined : findBundle()) ?? './start-service.ts')
