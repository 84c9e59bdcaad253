import { api, read } from './api.ts'
import { CheckBox } from './form.tsx'
import { useResource } from './resource.ts'
import { m } from './share/messages/en.ts'
import { Show } from './state.tsx'

const ALL = '*'

/** The names of the tools of this service that a key can be limited to. */
export async function loadToolNames(signal: AbortSignal): Promise<string[]> {
  const { items } = await read(api.GET('/api/tools', { signal }))
  return items.filter(({ server }) => server === null).map(({ name }) => name)
}

/** Which tools a key may call: all that its abilities allow, or some by name. */
export function KeyTools({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const names = useResource(loadToolNames)
  const hasAll = chosen.includes(ALL)
  return (
    <Show of={names}>
      {(all) => (
        <fieldset class="plain-set field">
          <legend>{m.tools}</legend>
          <CheckBox isChecked={hasAll} onChange={(isChecked) => onChange(isChecked ? [ALL] : all)}>
            {m.allTools}
          </CheckBox>
          {!hasAll &&
            all.map((name) => (
              <CheckBox
                key={name}
                isChecked={chosen.includes(name)}
                onChange={(isChecked) =>
                  onChange(isChecked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              >
                {name}
              </CheckBox>
            ))}
        </fieldset>
      )}
    </Show>
  )
}
