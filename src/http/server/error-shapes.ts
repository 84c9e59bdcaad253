import type { ErrorShape } from './route-facts.ts'

/**
 * The shape of errors below a path, where a route does not name its own: also of unknown paths, of
 * wrong methods, and of requests that are refused before they reach a route. The clients of a
 * dialect read no other shape.
 */
const SHAPES: readonly (readonly [prefix: string, shape: ErrorShape])[] = [
  ['/v1', 'openai'],
  ['/v1/messages', 'anthropic'],
  ['/api/code/v1', 'openai'],
  ['/api/code/v1/messages', 'anthropic'],
  ['/api/chat', 'ollama'],
  ['/api/generate', 'ollama'],
  ['/api/tags', 'ollama'],
  ['/api/show', 'ollama'],
  ['/api/ps', 'ollama'],
  ['/api/version', 'ollama'],
  // Not there, which Ollama's clients shall read.
  ['/api/blobs', 'ollama'],
  ['/api/copy', 'ollama'],
  ['/api/create', 'ollama'],
  ['/api/delete', 'ollama'],
  ['/api/embed', 'ollama'],
  ['/api/embeddings', 'ollama'],
  ['/api/pull', 'ollama'],
  ['/api/push', 'ollama'],
  ['/audio/transcriptions', 'openai'],
]

/** @returns The shape of the longest prefix, by whole segments of the path */
export function errorShapeBelow(path: string): ErrorShape {
  let found: readonly [string, ErrorShape] = ['', 'json']
  for (const entry of SHAPES) {
    const [prefix] = entry
    const isBelow = path === prefix || path.startsWith(`${prefix}/`)
    if (isBelow && prefix.length > found[0].length) found = entry
  }
  return found[1]
}
