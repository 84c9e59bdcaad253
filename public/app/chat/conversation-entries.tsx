import { Entry } from './conversation-entry.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { dragged, type ListedConversation, selection } from './list-state.ts'
import { m } from './messages/en.ts'
import { titleOf } from './title.ts'

/** Conversations of the list, each with its menu, or to be chosen while several are. */
export function Entries({ items }: { items: readonly ListedConversation[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} class="entry-line">
          {selection.value === undefined ? (
            <>
              <Entry item={item} />
              <ConversationMenu conversation={item} label={m.moreAbout(titleOf(item))} isInList />
            </>
          ) : (
            <SelectableEntry item={item} items={items} selected={selection.value} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface SelectableEntryProps {
  item: ListedConversation
  items: readonly ListedConversation[]
  selected: ReadonlySet<string>
}

function SelectableEntry({ item, items, selected }: SelectableEntryProps) {
  return (
    <label
      class="entry check"
      draggable
      onDragStart={() => {
        const ids = selected.union(new Set([item.id]))
        dragged.value = [...ids].map((id) => items.find((one) => one.id === id) ?? { id })
      }}
    >
      <input
        type="checkbox"
        checked={selected.has(item.id)}
        onChange={({ currentTarget: { checked } }) => {
          const one = new Set([item.id])
          selection.value = checked ? selected.union(one) : selected.difference(one)
        }}
      />
      <span dir="auto">{titleOf(item)}</span>
    </label>
  )
}
