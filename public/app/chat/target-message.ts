import { computed } from '@preact/signals'
import { query } from '../../ui/router.ts'

/** Id of the message that the address asks for, such as one that was found. */
export const targetMessage = computed(() => query.value.get('message') ?? undefined)
