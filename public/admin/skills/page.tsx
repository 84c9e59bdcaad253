import { api, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { path } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'
import { NewSkill } from './new-skill.tsx'
import { OneSkill } from './one-skill.tsx'
import { PAGE_ITEMS, type Skill, sourceOf } from './skill.ts'
import './page.css'

/** What agent tasks do: one skill each. */
export function Page({ params: { name } }: PageProps) {
  if (name !== undefined) return <OneSkill key={name} name={name} />
  return path.value === NEW_PATH ? <NewSkill /> : <Skills />
}

/** No skill has this path, because a skill may have any name. */
const NEW_PATH = '/admin/new-skill'

function Skills() {
  const skills = usePages<Skill & { id: string }>(async (cursor, signal) => {
    const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
    const page = await read(api.GET('/api/skills', { params: { query }, signal }))
    return { ...page, items: page.items.map((skill) => ({ ...skill, id: skill.name })) }
  })
  const add = (
    <a class="button primary" href={NEW_PATH}>
      <Icon name="plus" /> {m.add}
    </a>
  )
  return (
    <PageLayout title={m.title} side={add}>
      <ShowLive of={skills.live}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="skill" title={m.noneYet}>
              {m.noneYetText}{' '}
            </Empty>
          ) : (
            <>
              <Group title={m.yours} items={items.filter(({ source }) => source !== 'shipped')} />
              <Group title={m.shipped} items={items.filter(({ source }) => source === 'shipped')} />
              <MoreButton of={skills} />
            </>
          )
        }
      </ShowLive>
    </PageLayout>
  )
}

function Group({ title, items }: { title: string; items: readonly Skill[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 class="section">{title}</h2>
      <ul class="rows">
        {items.map(({ name, description, source, engines }) => (
          <li key={name}>
            <a class="row row-link" href={`/admin/skills/${name}`}>
              <span class="grow">
                <bdi>{name}</bdi>
                <small class="clamp">
                  <ForeignText text={description} />
                </small>
              </span>
              {engines.length > 0 && (
                <span class="quiet small">
                  {fill(m.asksFirst, { engines: <bdi>{engines.join(', ')}</bdi> })}
                </span>
              )}
              {source === 'override' && <span class="tag">{sourceOf(source)}</span>}
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
