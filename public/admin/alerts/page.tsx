import { api, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { type Alert, attention } from '../attention.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive } from '../shared/live.tsx'
import { alertText, withServiceTexts } from '../shared/service-texts.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'

/** What the service has told the owner: open alerts first, then those that were seen. */
export function Page() {
  const seen = usePages<Alert>((cursor, signal) => {
    const query = { status: 'seen' as const, ...(cursor === undefined ? {} : { cursor }) }
    return withServiceTexts(read(api.GET('/admin/alerts', { signal, params: { query } })))
  })
  const acknowledge = async (alert: Alert) => {
    await read(api.POST('/admin/alerts/{id}/acknowledge', { params: { path: { id: alert.id } } }))
    await Promise.all([attention.reload(), seen.live.reload()])
  }
  return (
    <PageLayout title={m.title}>
      <ShowLive of={attention}>
        {({ alerts, openAlerts }) => (
          <section aria-labelledby="open">
            <h2 class="section" id="open">
              {alerts.length === 0 ? m.open : m.openCount(openAlerts)}
            </h2>
            {alerts.length === 0 ? (
              <p class="card quiet">{m.noneOpen}</p>
            ) : (
              <ul class="rows">
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} acknowledge={acknowledge} />
                ))}
              </ul>
            )}
            {openAlerts > alerts.length && <p class="quiet small">{m.latest(alerts.length)} </p>}
          </section>
        )}
      </ShowLive>
      <section aria-labelledby="seen">
        <h2 class="section" id="seen">
          {m.seen}
        </h2>
        <ShowLive of={seen.live}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="card quiet">{m.noneSeen} </p>
            ) : (
              <ul class="rows">
                {items.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} acknowledge={acknowledge} />
                ))}
              </ul>
            )
          }
        </ShowLive>
        <MoreButton of={seen} />
      </section>
    </PageLayout>
  )
}

function AlertRow({
  alert,
  acknowledge,
}: {
  alert: Alert
  acknowledge: (alert: Alert) => Promise<void>
}) {
  const { at, acknowledged_at: seenAt, acknowledged_by: seenBy } = alert
  const { subject, message } = alertText(alert)
  return (
    <li class="row" data-alert={alert.id}>
      <Icon name={seenAt === null ? 'bell' : 'check'} />
      <span class="grow">
        <ForeignText text={subject} />
        <small>
          <LongText text={message} />
        </small>
        <small>
          {fill(seenAt === null ? m.facts : m.factsSeen(relativeTime(seenAt)), {
            time: (
              <time dateTime={at} title={fullTime(at)}>
                {relativeTime(at)}
              </time>
            ),
            help: <a href={alert.help}>{ui.help}</a>,
            name: <ForeignText text={seenBy ?? m.somebody} />,
          })}
        </small>
      </span>
      {seenAt === null && (
        <span class="actions beside">
          <ActionButton
            label={m.markSeen}
            about={subject}
            work={() => acknowledge(alert)}
            done={undefined}
          />
        </span>
      )}
    </li>
  )
}
