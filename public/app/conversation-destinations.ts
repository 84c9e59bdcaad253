import { api, read } from '../ui/api.ts'
import { m } from '../ui/messages/en.ts'
import { addDestinations } from '../ui/palette.tsx'
import { titleOf } from './chat/title.ts'

const RECENT = 50

/** Lets the palette lead to recent conversations by their titles. */
export function addConversations(): void {
  addDestinations(async (query) => {
    const text = query.trim().toLowerCase()
    const call = api.GET('/api/conversations', { params: { query: { limit: RECENT } } })
    return (await read(call)).items
      .filter(({ title }) => title.toLowerCase().includes(text))
      .map(({ id, title }) => ({
        href: `/app/c/${id}`,
        label: titleOf({ title }),
        icon: 'chat',
        kind: m.conversation,
      }))
  })
}
