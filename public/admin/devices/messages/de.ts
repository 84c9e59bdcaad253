import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Geräte',
  showEnded: 'Beendete anzeigen',
  none: 'Kein Gerät ist angemeldet',
  noneText:
    'Man verbindet einen Rechner mit {command} oder mit einer App, die einen Code zeigt, und gibt ihn im Browser frei.',
  surfaces: { code: 'Kommandozeile', canvas: 'Canvas-App', mcp: 'App mit Werkzeugen' },
  deviceOf: '{name}, von {account}',
  approved: (surface) => `${surface}, freigegeben {time} von {address}`,
  used: (time, end) => `zuletzt benutzt ${time}, ${end}`,
  revokedAt: (time) => `widerrufen ${time}`,
  expired: (time) => `abgelaufen ${time}`,
  expires: (time) => `endet ${time}`,
  revoke: 'Widerrufen',
  isSignedOut: (name) => `${name} ist abgemeldet`,
  revokeThis: 'Dieses Gerät widerrufen?',
  revokeText: (name, account) =>
    `${name} von ${account} wird sofort und endgültig abgemeldet. Um es wieder zu benutzen, muss die Person es neu freigeben.`,
}
