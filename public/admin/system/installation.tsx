import { api, read } from '../../ui/api.ts'
import { bytes, fullTime } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { ForeignText } from '../shared/text.tsx'
import { m } from './messages/en.ts'

/** Versions, the data folder, and the settings in force. */
export function Installation() {
  const system = useResource((signal) => read(api.GET('/admin/system', { signal })))
  return (
    <section>
      <h2 class="section">{m.installation}</h2>
      <Show of={system}>
        {({ versions, started_at, data, settings }) => (
          <div class="stack">
            <dl class="card fact-list">
              <dt translate={false}>Hearth</dt>
              <dd>{m.started(versions.hearth, fullTime(started_at))}</dd>
              <dt>{m.runsOn}</dt>
              <dd translate={false}>
                Bun {versions.bun}, SQLite {versions.sqlite}, {versions.system}
              </dd>
              {data !== null && (
                <>
                  <dt>{m.data}</dt>
                  <dd>
                    <ForeignText text={data.folder} />
                    {m.leftOnDisk(bytes(data.free_bytes))}
                    {data.parts.map(({ name, bytes: size }) => (
                      <small class="quiet part" key={name}>
                        <ForeignText text={name} />, <span class="number">{bytes(size)}</span>
                      </small>
                    ))}
                  </dd>
                </>
              )}
            </dl>
            <details class="fine">
              <summary>{m.settingsInForce(settings.length)}</summary>
              <dl class="card fact-list">
                {settings.map(({ name, value, is_set, is_secret }) => (
                  <>
                    <dt class="mono" translate={false}>
                      {name}
                    </dt>
                    <dd>
                      {is_secret ? (
                        <span class="quiet">{is_set ? m.setNotShown : m.notSet}</span>
                      ) : value === null ? (
                        <span class="quiet">{m.notSet}</span>
                      ) : (
                        <ForeignText text={value} />
                      )}
                    </dd>
                  </>
                ))}
              </dl>
            </details>
          </div>
        )}
      </Show>
    </section>
  )
}
