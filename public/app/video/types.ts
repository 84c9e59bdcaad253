import type { components } from '../../ui/api-types.ts'

export type ScrapedPage = components['schemas']['ScrapedPage']
