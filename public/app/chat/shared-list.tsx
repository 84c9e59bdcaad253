import { api, read } from '../../ui/api.ts'
import { useResource } from '../../ui/resource.ts'
import { path } from '../../ui/router.ts'
import { m } from './parts/messages/en.ts'
import { titleOf } from './title.ts'

/** What other members share, below the own conversations. */
export function SharedList({ count }: { count: number }) {
  const list = useResource(
    (signal) => read(api.GET('/api/shared-conversations', { signal })),
    [count],
  ).value.value
  if (list.state !== 'ready' || list.data.items.length === 0) return null
  return (
    <>
      <h2>{m.sharedWithMe}</h2>
      <ul>
        {list.data.items.map(({ id, title, from }) => (
          <li key={id}>
            <a
              class="entry"
              href={`/app/s/${id}`}
              aria-current={path.value === `/app/s/${id}` ? 'page' : undefined}
            >
              <span dir="auto">{titleOf({ title })}</span>
              <small dir="auto">{from}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
