import type { components } from '../../ui/api-types.ts'

export type StoredFile = components['schemas']['StoredFile']
