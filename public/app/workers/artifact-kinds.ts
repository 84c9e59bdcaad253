/** Pictures that a browser draws without running anything in them. */
const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const TEXTS: readonly string[] = [
  'application/json',
  'application/xml',
  'application/javascript',
  'application/x-ndjson',
  'application/yaml',
  'application/x-sh',
  'image/svg+xml',
]
const LABELS: Readonly<Record<string, string>> = {
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
  'text/csv': 'Table (CSV)',
  'text/html': 'Web page (HTML)',
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': 'Archive (ZIP)',
  'image/png': 'Picture (PNG)',
  'image/jpeg': 'Picture (JPEG)',
  'image/gif': 'Picture (GIF)',
  'image/webp': 'Picture (WebP)',
  'image/svg+xml': 'Drawing (SVG)',
}

/** How a file is shown here: never so that something in it could run. */
export type ArtifactView = 'picture' | 'markdown' | 'text'

/** @returns undefined for what can only be downloaded */
export function viewOf(mediaType: string): ArtifactView | undefined {
  const type = plain(mediaType)
  if (PICTURES.includes(type)) return 'picture'
  if (type === 'text/markdown') return 'markdown'
  return type.startsWith('text/') || TEXTS.includes(type) ? 'text' : undefined
}

export function typeText(mediaType: string): string {
  return LABELS[plain(mediaType)] ?? plain(mediaType)
}

/** Without its parameters. */
export function plain(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
}
