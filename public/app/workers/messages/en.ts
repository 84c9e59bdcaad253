import { counted } from '../../../ui/locale.ts'

/** What the page Workers says. */
export type Messages = typeof m

export const m = {
  title: 'Workers',
  fileCount: (files: number) => counted(files, { one: '# file', other: '# files' }),
  files: 'Files',
  viewOne: (name: string) => `View ${name}`,
  view: 'View',
  downloadOne: (name: string) => `Download ${name}`,
  download: 'Download',
  types: {
    text: 'Text',
    table: 'Table (CSV)',
    page: 'Web page (HTML)',
    archive: 'Archive (ZIP)',
    picture: (format: string) => `Picture (${format})`,
    drawing: 'Drawing (SVG)',
  },
  brief: 'Brief',
  briefHint:
    "What to find out or make, from what, and in what form. It won't ask questions while it runs.",
  sayWhat: 'Say what the worker shall do.',
  shortenBy: (characters: number) =>
    `Shorten it by ${counted(characters, { one: '# character', other: '# characters' })}, or attach it as a file.`,
  tooMany: (characters: number) =>
    `${counted(characters, { one: '# character', other: '# characters' })} too many`,
  charactersLeft: (left: string, most: string) => `${left} of ${most} characters left`,
  firstOf: (shown: string, size: string) =>
    `The first ${shown} of ${size}. Download it to see the rest.`,
  copyOne: (name: string) => `Copy ${name}`,
  fileDeleted: 'The file is deleted, an hour after the end of its job',
  newJob: 'New job',
  canBeDropped: (limits: string) => `${limits}. They can also be dropped or pasted.`,
  collections: (collections: number) =>
    collections === 0
      ? 'Give collections'
      : counted(collections, { one: '# collection', other: '# collections' }),
  chooseCollections: 'Collections for the worker',
  searchesThem:
    'The worker searches the chosen collections for passages, and its answer says where each statement stands.',
  starting: 'Starting',
  start: 'Start',
  budget: (left: number, limit: number, time: string) =>
    `${left} of ${limit} jobs left today; starts again at ${time}`,
  spent: (limit: number, again: string) => `All ${limit} jobs of today are used. ${again}`,
  again: (reason: string, again: string) => `${reason} ${again}`,
  tryIn: (time: string) => `Try again in ${time}.`,
  tryAt: (clock: string, time: string) => `Try again at ${clock}, in ${time}.`,
  /** What the profiles that come with the service say of themselves, by the English words. */
  descriptions: {
    'Answers from the documents that are attached, and computes and writes files from them. It has no network.':
      'Answers from the documents that are attached, and computes and writes files from them. It has no network.',
    'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.':
      'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.',
  },
  worker: 'Worker',
  followsLinks: (links: number) =>
    `With attached files it follows at most ${counted(links, { one: '# link', other: '# links' })} of a site, as each choice tells the site something`,
  yourJobs: 'Your jobs',
  noneYet:
    'There are none yet. A job is kept for an hour after its end, with its answer and files.',
  deletedAfter: 'A job is deleted an hour after its end, with its answer and files.',
  workerJob: 'Worker job',
  allJobs: 'All jobs',
  loadingJob: 'Loading the job',
  noSuchJob: 'There is no such job',
  mayBeDeleted: 'It may be deleted: a job is kept for an hour after its end. {link}',
  seeJobs: 'See your jobs',
  job: 'Job',
  steps: (steps: number) => counted(steps, { one: '# step', other: '# steps' }),
  didNothing: 'It has done nothing.',
  appearsHere: 'What it does appears here.',
  showLess: 'Show less',
  showBrief: 'Show the whole brief',
  stop: 'Stop',
  canClose: 'You can close this page: the job goes on.',
  stopThis: 'Stop this job?',
  stopText:
    'It ends without an answer, and still counts as one of today’s jobs. What it has done and made so far stays here for an hour.',
  stopJob: 'Stop the job',
  letItGoOn: 'Let it go on',
  deletedAt:
    'All of this is deleted at {time}, an hour after the end. Download what you want to keep.',
  tookPlace: 'It took the place of the brief that you had started. Attach its files again',
  takeBack: 'Take mine back',
  attachAgain: 'Attach its files again, if it had any',
  againButton: 'Again',
  stoppedBefore: 'Stopped before it had an answer.',
  answer: 'Answer',
  copyAnswer: 'Copy the answer',
  showOutputOf: (number: number, size: string) =>
    `Show the whole output of step ${number}, ${size}`,
  showOutput: 'Show the whole output',
  outputOf: (number: number) => `Output of step ${number}`,
  loadingWorkers: 'Loading the workers',
  lead: 'A worker does one task by itself, step by step, in a sandbox on this machine. You get an answer, and the files that it has made.',
  cannotRun: 'Workers cannot run here yet',
  onceMended: 'Once it is mended it is found by itself. {link}',
  seeMissing: 'See what is missing',
  canMend: 'Whoever runs this service can mend it; it is found by itself then.',
  tryAgain: 'Try again',
  mayNotStart: 'You may not start workers yet',
  mayNotStartText:
    'A worker reads, computes and writes files by itself, so it is granted one by one. Ask whoever runs this service: an admin grants it on your page under “People”.',
  waitsApproval: 'Your account waits for approval',
  untilApproved: 'Whoever runs this service approves it. Until then no worker can be started.',
}
