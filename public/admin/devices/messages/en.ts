/** What the page Devices says. */
export type Messages = typeof m

export const m = {
  title: 'Devices',
  showEnded: 'Show ended ones',
  none: 'No device is signed in',
  noneText:
    'People connect a machine with {command} or by an app that shows a code, and approve it in their browser.',
  surfaces: { code: 'command line', canvas: 'canvas app', mcp: 'app with tools' },
  deviceOf: '{name}, of {account}',
  approved: (surface: string) => `${surface}, approved {time} from {address}`,
  used: (time: string, end: string) => `last used ${time}, ${end}`,
  revokedAt: (time: string) => `revoked ${time}`,
  expired: (time: string) => `expired ${time}`,
  expires: (time: string) => `expires ${time}`,
  revoke: 'Revoke',
  isSignedOut: (name: string) => `${name} is signed out`,
  revokeThis: 'Revoke this device?',
  revokeText: (name: string, account: string) =>
    `${name}, of ${account}, is signed out at once, and for good. To use it again its owner has to approve it anew.`,
}
