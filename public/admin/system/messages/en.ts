import { counted } from '../../../ui/locale.ts'

/** What the page of the system says. */
export type Messages = typeof m

export const m = {
  title: 'System',
  health: 'Health',
  summaries: {
    ok: 'Everything works.',
    warning: 'Running, some features unavailable.',
    error: 'Something does not work.',
  },
  levels: {
    error: 'Error',
    warning: 'Warning',
    info: 'Note',
    ok: 'Fine',
  },
  lookingAgain: 'Looking again …',
  refresh: 'Refresh',
  otherChecks: (checks: number) =>
    counted(checks, { one: '# other check passed', other: '# other checks passed' }),
  theCommand: 'the command',
  installation: 'Installation',
  started: (version: string, time: string) => `${version}, started ${time}`,
  runsOn: 'Runs on',
  data: 'Data',
  leftOnDisk: (size: string) => `, ${size} left on its disk`,
  settingsInForce: (settings: number) => `Settings in force (${settings})`,
  setNotShown: 'Set; not shown',
  notSet: 'Not set',
  backups: 'Backups',
  inMemory: 'This service keeps its data in memory: there is nothing to back up.',
  noneYet: 'There is no backup on this machine yet.',
  lastGood: (ago: string, time: string, contents: string) =>
    `The last good one was made ${ago}, on ${time}. ${contents}`,
  tryFailed: 'The try of {time} failed. {reason}',
  nightly: 'One is made every night, in {folder}.',
  nightlyNext: (time: string) => `One is made every night, next on ${time}, in {folder}.`,
  notNightly: 'None is made at night, because the settings say so. The folder is {folder}.',
  copyFolder: 'Copy the folder to another machine: a broken disk takes it along.',
  withoutFiles:
    'npm run backup -- --folder DIR makes one with all files; so do the nightly ones in a folder on another disk, or with files = true in [backups].',
  databaseOnly:
    'It has the database, the skills and the keys, and no bytes of stored files, attachments and clips.',
  hasAll: (files: number) =>
    `It has all: ${counted(files, { one: '# file', other: '# files' })}, with those that are stored.`,
  wereLost: (files: number) =>
    ` ${counted(files, { one: '# was lost', other: '# were lost' })} before it was made.`,
  drilling: 'It is restored into a temporary folder …',
  drill: 'Restore drill',
  noDrill: 'No restore was tried yet: a drill does one into a temporary folder.',
  drillFailed: (time: string, name: string, reason: string) =>
    `The drill of ${time} with ${name} failed: ${reason}`,
  filesNotPart: 'its files are not part of it, or there are none',
  filesThere: (there: number, named: number) => `${there} of ${named} stored files are there`,
  drillFound: (
    time: string,
    name: string,
    files: number,
    size: string,
    people: number,
    conversations: number,
    stored: string,
  ) =>
    `The drill of ${time} restored ${name}: ${files} files, ${size}, all checksums right, the database sound; ${people} people, ${conversations} conversations; ${stored}.`,
  backupMade: (name: string, size: string) => `Backup made: ${name}, ${size}`,
  beingMade: 'A backup is being created and checked; a large one takes minutes.',
  creating: 'Creating it …',
  backUpNow: 'Back up now',
  allKept: (backups: number) => `All that are kept (${backups})`,
  lookInsideOne: (name: string) => `Look inside ${name}`,
  lookInside: 'Look inside',
  downloadOne: (name: string) => `Download ${name}`,
  download: 'Download',
  wholeFolder: 'A folder with all files',
  kinds: {
    users: 'People',
    conversations: 'Conversations',
    files: 'Files',
    history: 'History',
    assistants: 'Assistants',
    prompts: 'Saved prompts',
    knowledge: 'Knowledge',
  },
  insideOne: (name: string) => `Inside ${name}`,
  inside: 'Inside {name}',
  close: 'Close',
  what: 'What',
  search: 'Search',
  nameOrWords: 'Name or words',
  nothingFound: 'Nothing found.',
  untitled: 'Without a title',
  restore: 'Restore',
  restoreThis: 'Restore it?',
  restorePerson: (name: string) =>
    `What ${name} had in this backup and has no more comes back. Nothing that is there is changed.`,
  restoreOne: (title: string, owner: string) =>
    `${title} comes back to ${owner} as it was in this backup.`,
  withoutBytes: 'without its bytes',
  isThere: 'is there',
  wasOver: 'was over',
  nothingRestored: 'Nothing was restored.',
  restored: (counts: string) => `Restored: ${counts}.`,
  lost: (lost: number, names: string) => ` Without bytes: ${lost} (${names}).`,
}
