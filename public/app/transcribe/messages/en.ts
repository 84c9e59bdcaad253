import { counted } from '../../../ui/locale.ts'

/** What the page Transcribe says. */
export type Messages = Omit<typeof m, 'cueTexts'> & {
  cueTexts: Readonly<Record<CueCode, string>>
}

/** Of a change of a subtitle, and of a bound that it does not keep. */
export type CueCode =
  | 'removed_empty'
  | 'swapped_times'
  | 'moved'
  | 'replaced_text'
  | 'not_in_script'
  | 'split'
  | 'merged'
  | 'rebroken_lines'
  | 'started_earlier'
  | 'started_later'
  | 'ended_earlier'
  | 'ended_later'
  | 'line_too_long'
  | 'too_many_lines'
  | 'too_fast'
  | 'too_short'
  | 'gap_too_small'

export const m = {
  title: 'Transcribe',
  allTranscripts: 'All transcripts',
  transcript: 'Transcript',
  text: 'Text',
  downloadAs: (format: string) => `Download as ${format}`,
  downloadTranslationAs: (format: string) => `Download the translation as ${format}`,
  copyText: 'Copy the text',
  copyTranslation: 'Copy the translation',
  rename: 'Rename',
  nothingSpoken: 'Nothing is spoken in this recording',
  listenedTo: (time: string) => `${time} were listened to.`,
  transcribeAnother: 'Transcribe another recording',
  nothingChanged: 'Nothing had to be changed',
  changesMade: (changes: number) =>
    `${counted(changes, { one: '# change', other: '# changes' })} made`,
  undo: 'Undo',
  noRoom: 'This browser has no room to keep your changes: download them before you leave the page.',
  changesKept: 'Your changes are kept in this browser.',
  changesUndone: 'Your changes are undone',
  bringBack: 'Bring them back',
  undoAll: 'Undo all of them',
  theRecording: 'the recording',
  chooseRecording: 'Choose the recording',
  toListen: 'To listen while you read: the service keeps no recordings.',
  translate: 'Translate',
  tidyHint: 'Line lengths, reading speed and gaps as for film; no word is dropped',
  tidy: 'Tidy subtitles',
  from: 'from',
  lost: 'Connection lost, trying again',
  progress: 'Progress',
  progressOf: (name: string) => `Progress of ${name}`,
  transcribing: 'Transcribing',
  transcribed: 'Transcribed',
  cancel: 'Cancel',
  canClose: 'You can close this page: it goes on.',
  loadingPage: 'Loading the page',
  newTranscript: 'New transcript',
  foldersNotTaken: (folders: number) =>
    `${counted(folders, { one: '# folder', other: '# folders' })} not taken: choose the recordings in it`,
  uploadRecording: 'Upload a recording',
  letGo: 'Let go to upload',
  soundOrFilm: (bounds: string) => `Sound or film, or drop it on this page. ${bounds}`,
  upTo: (bound: string) => `Up to ${bound} each.`,
  upToHere: (bound: string, own: string) =>
    `Up to ${bound} each from here, ${own} in the owner’s network.`,
  addressOfRecording: 'Address of a recording',
  addressExample: 'https:// address of a recording',
  transcribe: 'Transcribe',
  noEngine: 'No transcription engine is installed',
  noEngineText:
    'Whoever runs this service can add one: start a whisper server (of whisper.cpp, speaches or LocalAI), install {program} with a model, or name one in {setting} of the settings. It is found automatically.',
  refresh: 'Refresh',
  spokenLanguage: 'Spoken language',
  detect: 'Detect automatically',
  engine: 'Transcription engine',
  automatic: 'Automatic',
  done: 'Done',
  failedUnknown: 'It failed, and no reason is known',
  cancelled: 'Cancelled',
  readingRecording: 'Reading the recording',
  amountDone: (now: string) => `${now} done`,
  amountOf: (now: string, whole: string) => `${now} of ${whole} transcribed`,
  aboutLeft: (time: string) => `about ${time} left`,
  recording: 'Recording',
  recordingName: (day: string) => `Recording ${day}`,
  microphoneFailed: 'The microphone could not be opened.',
  record: 'Record',
  recordHint: 'With the microphone of this device. It is sent when you stop.',
  stopAndTranscribe: 'Stop and transcribe',
  discard: 'Discard',
  isSent: (name: string) => `${name} is sent`,
  show: 'Show',
  playFrom: (time: string) => `Play from ${time}`,
  textAt: (time: string) => `Text at ${time}`,
  rightAlready: 'The subtitles were right already',
  unmet: (cues: number) => `, ${cues} could not be made right`,
  couldNotBeMadeRight: 'Could not be made right',
  /** In English, the service says it. */
  cueTexts: {} as Readonly<Partial<Record<CueCode, string>>>,
  closeChanges: 'Close the list of changes',
  close: 'Close',
  andMore: (changes: number) =>
    `And ${counted(changes, { one: '# more change', other: '# more changes' })}`,
  showAll: (items: number) => `Show all ${items}`,
  loadingTranscripts: 'Loading the transcripts',
  noTranscripts: 'No transcripts yet',
  noTranscriptsText:
    'Upload a recording, or record one here. It is transcribed with its times, so that you can correct it, save it as subtitles and translate it.',
  wordsOfVideo: 'Get the words of a video',
  dictate: 'Dictate into the chat',
  speakText: 'Have a text spoken',
  transcripts: 'Transcripts',
  olderOnes: 'Older ones are in your {history}.',
  history: 'history',
  deleteText: (title: string) => `“${title}” will be gone. This cannot be undone.`,
  loadingTranscript: 'Loading the transcript',
  noJobTranscript: 'This job is no transcript',
  noEntryTranscript: 'This entry is no transcript',
  otherAnswer: 'The service has answered in another way',
  isThere: 'The transcript is there',
  looking: 'Looking for the transcript',
  noSuchTranscript: 'There is no such transcript',
  mayBeDeleted: 'It may have been deleted. {link}',
  showTranscripts: 'Show all transcripts',
  into: 'Into',
  brand: 'Brand',
  none: 'None',
  brandHint: 'Its tone and the words of its glossary are kept.',
  translationBeside: 'The translation stands beside the original',
  noTranslation: (reason: string) => `The translation is not there. ${reason}`,
  translating: 'Translating',
  stop: 'Stop',
  beside: (language: string) => `${language} stands beside the original.`,
  closeTranslation: 'Close the translation',
  noSubtitles: 'This job is no translation of subtitles.',
  notTranslated: (subtitles: number) =>
    `${counted(subtitles, { one: '# subtitle', other: '# subtitles' })} could not be translated`,
}
