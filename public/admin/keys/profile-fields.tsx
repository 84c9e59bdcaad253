import { api, read } from '../../ui/api.ts'
import { CheckBox } from '../../ui/form.tsx'
import { loadToolNames } from '../../ui/key-tools.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { loadWorkerProfiles } from '../shared/worker-profiles.ts'
import { ALL, abilities, PAGE_ITEMS, type Profile } from './key.ts'
import { m } from './messages/en.ts'

interface Choice {
  id: string
  label: string
}

interface ProfileFieldsProps {
  profile: Profile
  onChange: (profile: Profile) => void
}

/** What a key may do, as boxes to check, and in words. */
export function ProfileFields({ profile, onChange }: ProfileFieldsProps) {
  const names = useResource(loadNames)
  const change = (part: Partial<Profile>) => onChange({ ...profile, ...part })
  return (
    <Show of={names}>
      {({ engines, tasks, workers, tools }) => (
        <>
          <div class="matrix">
            <fieldset class="card">
              <legend>{m.kinds}</legend>
              <CheckBox isChecked={profile.generate} onChange={(generate) => change({ generate })}>
                {m.generate}
              </CheckBox>
              <CheckBox isChecked={profile.media} onChange={(media) => change({ media })}>
                {m.media}
              </CheckBox>
              <CheckBox
                isChecked={profile.embeddings}
                onChange={(embeddings) => change({ embeddings })}
              >
                {m.embeddings}
              </CheckBox>
            </fieldset>
            <Names
              title={m.engines}
              choices={engines}
              chosen={profile.agent_engines}
              onChange={(agent_engines) => change({ agent_engines })}
            />
            <Names
              title={m.tasks}
              choices={tasks}
              chosen={profile.agent_tasks}
              onChange={(agent_tasks) => change({ agent_tasks })}
            />
            <Names
              title={m.workers}
              choices={workers}
              chosen={profile.worker_profiles}
              onChange={(worker_profiles) => change({ worker_profiles })}
            />
            <Names
              title={m.toolsAt}
              choices={tools}
              chosen={profile.tools}
              onChange={(chosen) => change({ tools: chosen })}
            />
          </div>
          <Abilities profile={profile} />
        </>
      )}
    </Show>
  )
}

/** What a key can do, in words. */
export function Abilities({ profile }: { profile: Profile | null }) {
  return (
    <div class="abilities" role="status">
      <strong>{m.canDo}</strong>
      <ul>
        {abilities(profile).map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

async function loadNames(
  signal: AbortSignal,
): Promise<{ engines: Choice[]; tasks: Choice[]; workers: Choice[]; tools: Choice[] }> {
  const [engines, tasks, workers, tools] = await Promise.all([
    read(api.GET('/admin/engines', { signal })),
    loadTasks(signal),
    loadWorkerProfiles(signal),
    loadToolNames(signal),
  ])
  return {
    engines: engines.items.map(({ id, label }) => ({
      id,
      label: label === id ? id : `${label} (${id})`,
    })),
    tasks,
    workers,
    tools: tools.map((id) => ({ id, label: id })),
  }
}

async function loadTasks(signal: AbortSignal): Promise<Choice[]> {
  const tasks: Choice[] = []
  let cursor: string | undefined
  do {
    const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
    const page = await read(api.GET('/api/skills', { params: { query }, signal }))
    tasks.push(...page.items.map(({ name }) => ({ id: name, label: name })))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return tasks
}

function Names({
  title,
  choices,
  chosen,
  onChange,
}: {
  title: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const hasAll = chosen.includes(ALL)
  const known = new Set(choices.map(({ id }) => id))
  const gone = chosen.filter((id) => id !== ALL && !known.has(id))
  const all = [...choices, ...gone.map((id) => ({ id, label: m.notThere(id) }))]
  return (
    <fieldset class="card">
      <legend>{title}</legend>
      <CheckBox isChecked={hasAll} onChange={(isChecked) => onChange(isChecked ? [ALL] : [])}>
        {m.allNew}
      </CheckBox>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where all in it is disabled */}
      <section class="names" tabIndex={0} aria-label={m.byName(title)}>
        {all.map(({ id, label }) => (
          <CheckBox
            key={id}
            isChecked={hasAll || chosen.includes(id)}
            isDisabled={hasAll}
            onChange={(isChecked) =>
              onChange(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          >
            <bdi>{label}</bdi>
          </CheckBox>
        ))}
      </section>
      {all.length === 0 && <p class="quiet small">{m.nonePresent}</p>}
    </fieldset>
  )
}
