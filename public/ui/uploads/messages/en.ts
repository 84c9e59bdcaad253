import { counted } from '../../locale.ts'

/** How uploads stand, and what can be done with them. */
export type Messages = typeof m

export const m = {
  uploading: (files: number) => `Uploading ${counted(files, { one: '# file', other: '# files' })}`,
  notYet: 'Not uploaded yet',
  moreInLine: (files: number) =>
    `${counted(files, { one: '# more file', other: '# more files' })} in line`,
  uploadOf: (name: string) => `Upload of ${name}`,
  goOnWith: (name: string) => `Go on with ${name}`,
  goOn: 'Go on',
  tryOne: (name: string) => `Try ${name} again`,
  tryAgain: 'Try again',
  pauseOne: (name: string) => `Pause ${name}`,
  pause: 'Pause',
  removeOne: (name: string) => `Remove ${name} from this list`,
  remove: 'Remove',
  cancelOne: (name: string) => `Cancel ${name}`,
  cancel: 'Cancel',
  interrupted: 'Interrupted',
  chooseAgain: (size: string) => `${size}. Choose the file again to go on.`,
  haveCome: (sent: string, size: string) =>
    `${sent} of ${size} have come. Choose the file again to go on.`,
  chooseFileAgain: (name: string) => `Choose file again: ${name}`,
  chooseFile: 'Choose file',
  discardOne: (name: string) => `Discard ${name}`,
  discard: 'Discard',
  anotherFile: (name: string, size: string) =>
    `This is another file: expected ${name} with ${size}`,
  changedFile:
    'The file was changed since the upload started: discard the upload, and upload it anew',
  share: (sent: string, size: string) => `${sent} of ${size}`,
  waitsAt: (share: string) => `${share}, waits for its turn`,
  waits: 'Waits for its turn',
  waitsForService: (share: string) => `${share}. Waits for the service, then resumes`,
  noConnection: (share: string) => `${share}. No connection; resumes by itself`,
  signInToGoOn: (share: string) => `${share}. Sign in to go on`,
  storing: 'All sent, the service is storing it',
  paused: (share: string) => `${share}, paused`,
  speed: (share: string, speed: string, left: string) => `${share} · ${speed}/s · ${left} left`,
  tooLarge: (size: string, most: string) => `Too large: ${size}. A file may have ${most}.`,
  tooLargeHere: (size: string, far: string) => `Too large from here: ${size}. ${far}`,
  noRoomOfYours: (size: string, free: string, quota: string) =>
    `No room: ${size}, and ${free} of your ${quota} are free. Delete files that you do not need, or ask the owner of this service for more.`,
  noRoom: (size: string, free: string) =>
    `No room: ${size}, and the disk of the service has room for ${free}. Ask its owner to make room.`,
  farText: (here: string, own: string) =>
    `From here a file may have ${here}. Larger ones, up to ${own}, are taken only in the own network of this service’s owner: open this page there by the local address of the service, not through a tunnel or proxy.`,
  fileGone: 'This file was changed, moved or deleted on this device. Choose it again.',
  elsewhere: 'This upload goes on in another tab or window.',
  standsStill: 'The connection stands still',
}
