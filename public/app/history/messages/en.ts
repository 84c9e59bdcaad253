import { counted } from '../../../ui/locale.ts'

/** What the page History says, and the buttons of what is kept. */
export type Messages = typeof m

export const m = {
  title: 'History',
  keepUntilDeleted: 'Keep it until you delete it',
  kept: 'kept',
  keptUntil: 'Kept until you delete it',
  keep: (title: string) => `Keep ${title}`,
  renameOne: (title: string) => `Rename ${title}`,
  rename: 'Rename',
  save: 'Save',
  titleField: 'Title',
  deleteOne: (title: string) => `Delete ${title}`,
  delete: 'Delete',
  deleteThis: {
    transcript: 'Delete this transcript?',
    translation: 'Delete this translation?',
    speech: 'Delete this clip?',
  },
  isDeleted: {
    transcript: 'The transcript is deleted',
    translation: 'The translation is deleted',
    speech: 'The clip is deleted',
  },
  deleteText: (title: string) => `“${title}” is deleted for good. This cannot be undone.`,
  deleteClipText: (title: string) =>
    `“${title}” is deleted for good, and its link stops working. This cannot be undone.`,
  loadingEntry: 'Loading the entry',
  noSuchEntry: 'There is no such entry',
  mayBeGone: 'It may have been deleted or have expired. {link}',
  showHistory: 'Show the history',
  downloadAs: (format: string) => `Download as ${format}`,
  text: 'Text',
  copyText: 'Copy the text',
  translatedFrom: (source: string, target: string) => `Translated from ${source} to ${target}`,
  translatedTo: (target: string) => `Translated to ${target}`,
  loadingHistory: 'Loading the history',
  nothingFound: 'Nothing has these words',
  showEverything: 'Show everything',
  none: {
    transcript: 'No transcripts yet',
    translation: 'No translations yet',
    speech: 'No clips yet',
  },
  nothingYet: 'Nothing here yet',
  nothingYetText: 'What you speak, transcribe and translate is kept here. Only you can see it.',
  speakText: 'Have a text spoken',
  transcribeRecording: 'Transcribe a recording',
  wordsOfVideo: 'Get the words of a video',
  all: 'All',
  one: {
    transcript: 'Transcript',
    translation: 'Translation',
    speech: 'Clip',
  },
  many: {
    transcript: 'Transcripts',
    translation: 'Translations',
    speech: 'Clips',
  },
  searchTitles: 'Search titles and texts',
  whichKind: 'Which kind',
  expiresIn: (days: number) => `expires in ${counted(days, { one: '# day', other: '# days' })}`,
}
