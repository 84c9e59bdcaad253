/** What players and recorders say. */
export type Messages = typeof m

export const m = {
  cannotPlay: 'This browser cannot play it, or it is gone.',
  pause: (name: string) => `Pause ${name}`,
  play: (name: string) => `Play ${name}`,
  position: (name: string) => `Position in ${name}`,
  timeOf: (time: string, end: string) => `${time} of ${end}`,
  needsHttps:
    'A browser gives a page the microphone only over https or on this very machine. Open this page by its https address.',
  cannotRecord: 'This browser cannot record.',
  notAllowed:
    'The browser did not allow the microphone. Allow it for this page in the settings beside the address.',
  noMicrophone: 'No microphone was found on this device.',
  microphoneInUse: 'The microphone is used by another program.',
  microphoneFailed: 'The microphone could not be opened.',
}
