import { signal } from '@preact/signals'

/** The answer that is read aloud; one at a time. */
export const reading = signal<{ id: string; state: 'coming' | 'sounding' } | undefined>(undefined)
