import { count, counted } from '../../../ui/locale.ts'
/** What the page Workers says. */
export type Messages = typeof m

export const m = {
  title: 'Workers',
  jobs: 'Jobs',
  noJobs:
    'No worker was started within the last hour. Jobs appear here with all that they do, and are deleted an hour after their end.',
  cannotRun: 'No worker can run on this machine: {reason}',
  noSandbox: 'no sandbox',
  seeMissing: 'See what is missing',
  today: 'Today',
  started: (used: number, limit: number, left: number) =>
    `${count(used)} of ${counted(limit, { one: '# job', other: '# jobs' })} started, ${count(left)} left`,
  startedToday: 'Started today',
  rules: (each: number, time: string, zone: string) =>
    `${count(each)} for each key or person. The next day starts ${time} (${zone}). Jobs count when they are accepted.`,
  byOwner: 'Started today, by key or person',
  owner: 'Key or person',
  startedShort: 'Started',
  left: 'Left',
  sources: { shipped: 'shipped', own: 'yours', override: 'yours, in place of the shipped one' },
  profiles: 'Profiles',
  cannotBeUsed: 'It cannot be used: {reason}',
  atMost: (steps: number, time: string) =>
    `At most ${counted(steps, { one: '# step', other: '# steps' })} and ${time}`,
  withLinks: (text: string, links: number) =>
    `${text}; with attached files ${counted(links, { one: '# link', other: '# links' })} of each site`,
  profilesHint:
    'Who may use one is set with each key and each person. A folder with a PROFILE.md in the data folder, under worker-profiles, adds one of your own.',
  states: {
    queued: 'Waiting',
    running: 'Running',
    succeeded: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  runningFor: (state: string, time: string) => `${state} for ${time}`,
  endedAfter: (state: string, time: string) => `${state} after ${time}`,
  askedFor: (state: string) => `${state}, asked for {time}`,
  made: 'Made: {files}',
  steps: (steps: number) => counted(steps, { one: '# step', other: '# steps' }),
  stepsOf: (steps: string, name: string) => `${steps} of ${name}`,
  cancel: 'Cancel',
  workerOf: (name: string) => `worker of ${name}`,
  isCancelled: (name: string) => `The worker of ${name} is cancelled`,
  cancelThis: (name: string) => `Cancel the worker of ${name}?`,
  cancelText:
    'It is stopped without an answer, and still counts for today. What it has made so far stays for an hour.',
  cancelWorker: 'Cancel the worker',
  goOn: 'Go on',
  hidden: (steps: number) =>
    `The first ${counted(steps, { one: '# step', other: '# steps' })} are not shown.`,
}
