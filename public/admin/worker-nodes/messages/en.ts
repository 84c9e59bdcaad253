import { counted } from '../../../ui/locale.ts'
/** What the page Machines says. */
export type Messages = typeof m

export const m = {
  title: 'Machines',
  noneJoined: 'No worker node has joined yet',
  allHere: 'This machine does all the work',
  whatFor:
    'A worker node is another machine whose engines answer for this one. Heavy tasks are spread over all machines, in the order in which they were asked, so that several run at a time. Clients change nothing: addresses, keys and models stay here.',
  needsRedis:
    'All machines need the way to one Redis or Valkey server. Put its address into hearth.toml here, and start Hearth again:',
  settings: 'the settings',
  command: 'the command',
  onOthers:
    'On each other machine, install the same version of Hearth, put the same lines into its hearth.toml beside its own engines, and start it:',
  appears: 'It appears here within seconds. It needs no port and keeps no data.',
  facts: (tasks: number) =>
    `Version {version}, ${counted(tasks, { one: '# heavy task', other: '# heavy tasks' })} at a time, started {time}`,
  noEngine: 'It has no engine: start a model server there, or add [[engines]] to its hearth.toml.',
  accounts: 'Accounts {names}',
  answersNot: 'It does not answer: {reason}',
  forget: 'Forget',
  isForgotten: (name: string) => `${name} is forgotten`,
  forgetThis: (name: string) => `Forget ${name}?`,
  forgetText:
    'Engines and models that only it has are no longer offered. It is listed again as soon as it is started.',
  forgetIt: 'Forget it',
  lost: (ago: string) => `Lost, last heard of ${ago}`,
  stopped: (ago: string) => `Stopped, last heard of ${ago}`,
  otherVersion: 'Of another version, so that it gets no work',
  idle: 'Online, nothing runs',
  running: (calls: number) =>
    `Online, ${counted(calls, { one: '# call', other: '# calls' })} running`,
  lostHelp: (name: string) =>
    `Its work was given to other machines where that is possible. Look whether ${name} is switched on, reaches the Redis server and still runs npm run worker: it joins again by itself.`,
  versionHelp: (version: string, own: string) =>
    `It has version ${version} of Hearth, and this service has ${own}. Update the older one, and start it again.`,
  clockAhead: (time: string) =>
    `Its clock is ${time} ahead, so that times in its log and of its quotas are wrong. Set it by the network: sudo timedatectl set-ntp true`,
  clockBehind: (time: string) =>
    `Its clock is ${time} behind, so that times in its log and of its quotas are wrong. Set it by the network: sudo timedatectl set-ntp true`,
}
