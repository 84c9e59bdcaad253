import { counted } from '../../../ui/locale.ts'

/** What the page Tasks says. */
export type Messages = typeof m

export const m = {
  title: 'Tasks',
  allTasks: 'All tasks',
  onePerLine: 'One per line.',
  oneNumberPerLine: 'One number per line.',
  pairPerLine: 'One per line, with an equals sign: name = text.',
  asJsonObject: 'As JSON, an object in braces.',
  asJson: 'As JSON.',
  fromTo: (low: string, high: string) => `From ${low} to ${high}.`,
  atLeastHint: (low: string) => `At least ${low}.`,
  atMostHint: (high: string) => `At most ${high}.`,
  optional: 'optional',
  removeOne: (label: string, number: number) => `Remove ${label} ${number}`,
  remove: 'Remove',
  addOne: 'Add one',
  addAnother: 'Add another',
  addTo: (label: string) => `to ${label}`,
  chooseOne: 'Choose one',
  notSet: 'Not set',
  cannotBeRead: 'This cannot be read',
  atLeastEntries: (entries: number) =>
    `At least ${counted(entries, { one: '# entry', other: '# entries' })}`,
  atMostEntries: (entries: number) =>
    `At most ${counted(entries, { one: '# entry', other: '# entries' })}`,
  tooManyCharacters: (most: number, now: string) =>
    `At most ${counted(most, { one: '# character', other: '# characters' })}; these are ${now}`,
  tooFewCharacters: (least: number) =>
    `At least ${counted(least, { one: '# character', other: '# characters' })}`,
  tooFewLines: (least: number) =>
    `At least ${counted(least, { one: '# line', other: '# lines' })}, one for each`,
  tooManyLines: (most: number) => `At most ${counted(most, { one: '# line', other: '# lines' })}`,
  chooseAtLeast: (least: string) => `Choose at least ${least}`,
  chooseAtMost: (most: string) => `Choose at most ${most}`,
  notANumber: 'This is not a number',
  wholeNumber: 'This must be a whole number',
  moreThan: (low: string) => `More than ${low}`,
  lessThan: (high: string) => `Less than ${high}`,
  atLeast: (low: string) => `At least ${low}`,
  atMost: (high: string) => `At most ${high}`,
  notJson: (reason: string) => `This is not JSON: ${reason}`,
  mustBeObject: 'This must be an object in braces',
  needsEquals: (line: string) =>
    `Each line needs an equals sign between two texts; this one has not: ${line}`,
  chooseAtLeastOne: 'Choose at least one',
  enterLine: 'Enter at least one line',
  fillIn: 'Fill this in',
  loadingTasks: 'Loading the tasks',
  noSuchTask: 'There is no such task',
  mayBeRemoved: 'It may have been removed, or it is not for you. {link}',
  seeAll: 'See all tasks',
  noTasks: 'There are no tasks yet',
  noTasksText:
    'A task is one job on a text, such as a summary. Whoever runs this service adds them as skills.',
  whatShouldHappen: 'What should happen to your text?',
  resultHere: 'The result will be here, and is kept for an hour.',
  recentRuns: 'Recent runs',
  run: 'Run',
  loadingRun: 'Loading the run',
  cancel: 'Cancel',
  canClose: 'You can close this page: the task goes on.',
  result: 'Result',
  runAgain: 'Run again',
  tryAgain: 'Try again',
  clear: 'Clear',
  text: 'Text',
  options: 'Options',
  didNotStart: 'The service did not start the task',
  tryAgainIn: (reason: string, time: string) => `${reason} Try again in ${time}.`,
}
