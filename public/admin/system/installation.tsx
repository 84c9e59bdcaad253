import { api, read } from '../../ui/api.ts'
import { bytes, fullTime } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { ForeignText } from '../shared/text.tsx'

/** Versions, the data folder, and the settings in force. */
export function Installation() {
  const system = useResource((signal) => read(api.GET('/admin/system', { signal })))
  return (
    <section>
      <h2 class="section">Installation</h2>
      <Show of={system}>
        {({ versions, started_at, data, settings }) => (
          <div class="stack">
            <dl class="card fact-list">
              <dt>Hearth</dt>
              <dd>
                {versions.hearth}, started {fullTime(started_at)}
              </dd>
              <dt>Runs on</dt>
              <dd>
                Bun {versions.bun}, SQLite {versions.sqlite}, {versions.system}
              </dd>
              {data !== null && (
                <>
                  <dt>Data</dt>
                  <dd>
                    <ForeignText text={data.folder} />, {bytes(data.free_bytes)} left on its disk
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
              <summary>Settings in force ({settings.length})</summary>
              <dl class="card fact-list">
                {settings.map(({ name, value, is_set, is_secret }) => (
                  <>
                    <dt class="mono">{name}</dt>
                    <dd>
                      {is_secret ? (
                        <span class="quiet">{is_set ? 'Set; not shown' : 'Not set'}</span>
                      ) : value === null ? (
                        <span class="quiet">Not set</span>
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
