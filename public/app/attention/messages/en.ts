import { counted } from '../../../ui/locale.ts'

/** What every page of the workspace tells an admin. */
export type Messages = typeof m

export const m = {
  peopleWaiting: (people: number) =>
    `${counted(people, { one: '# person', other: '# people' })} waiting`,
  openAlerts: (alerts: number) => counted(alerts, { one: '# open alert', other: '# open alerts' }),
  show: 'Show',
}
