import type { Language } from '../../../platform/languages.ts'
import { type Html, html } from '../html.ts'

/** The words of the pages that the service draws itself. Those in English are the type of all. */
export type PageMessages = typeof messages

/** Markup that a sentence has in it, such as a name in bold. */
type Piece = Html

const LIFETIME = 'This browser stays signed in for 12 hours, or until the key is replaced.'

export const messages = {
  language: 'en' as Language,
  shell: {
    pages: 'Pages',
    startPage: 'Start page',
    app: 'Hearth',
    admin: 'Hearth admin',
    shared: 'Shared conversation',
    newConversation: 'New conversation',
    transcribe: 'Transcribe',
    files: 'Files',
    // As the new chat has them.
    welcome: 'What would you like to know?',
    welcomeText:
      'Everything you write here is yours: no other user can read it unless you share it. Attach pictures and documents with the clip, or drop or paste them here.',
    noScript: (docs: Piece) =>
      html`This page needs JavaScript. The service itself does not: see ${docs}.`,
  },
  offline: {
    title: 'Out of reach',
    text: 'This device has no connection to Hearth now. What you wrote is kept, and answers go on without you.',
    tryAgain: 'Try again',
  },
  signIn: 'Sign in',
  continueWith: (provider: string) => `Continue with ${provider}`,
  signedIn: {
    out: 'Signed out',
    outText: 'You are signed out of Hearth in this browser.',
    again: 'Sign in again',
    waiting: 'Waiting for approval',
    waitingText: (name: Piece) =>
      html`You are signed in as ${name}. An admin has to approve your account before you can continue.`,
    updates: (seconds: number) => `Updates every ${seconds} s.`,
    refresh: 'Refresh now',
    signOut: 'Sign out',
  },
  login: {
    choose: 'Choose an account that you have already.',
    passkey: 'Sign in with a passkey',
    passkeyThere: 'Sign in with a passkey there',
    /** Empty where the reason that the service gives is shown. */
    passkeyFailed: '',
    otherDevice: 'Sign in with a device where you are signed in already',
    whereIsKey: (setting: Piece, command: Piece) =>
      html`Hearth printed the Primary Key at its first start, unless ${setting} sets it. ${command} makes a new one.`,
    haveKey: 'I have the Primary Key',
    wrongKey: 'This is not the Primary Key',
    lifetime: LIFETIME,
    openNetwork: `The connection to this page is not encrypted: anyone who can read along in this network can read the key. Sign in here only in a network that you trust. ${LIFETIME}`,
  },
  join: {
    invited: 'You are invited',
    chooseName: 'Choose the name by which the others here know you.',
    yourName: 'Your name',
    join: 'Join',
    orUse: 'Or use an account that you have already:',
    signedInAs: (name: Piece) => html`You are signed in as ${name}.`,
    goOnAs: (name: string) => `Go on as ${name}`,
    orAnother: (name: string) =>
      `, or make another account here, which signs ${name} out in this browser.`,
    linkSignsIn: (name: Piece) => html`This link signs this browser in as ${name}.`,
    orLink: (name: Piece) =>
      html`, or use the link, which signs this browser in as ${name} instead.`,
    signInAs: (name: string) => `Sign in as ${name}`,
    openNetwork:
      'The connection to this page is not encrypted: anyone who can read along in this network, and every other service of this machine, can take over what you are signed in to. Go on only in a network that you trust.',
    /** By code, where the reason that the service gives is not shown. */
    faults: {} as Readonly<Record<string, string>>,
  },
  approve: {
    canvas: {
      title: 'Connect the canvas app',
      typeCode: 'Type the code that the canvas app shows',
      permission:
        'It may then use this server’s canvas in your name, until it has not been used for 30 days.',
      goBack: 'Go back to the canvas app; you can close this page.',
    },
    code: {
      title: 'Connect a code assistant',
      typeCode: 'Type the code that your terminal or editor shows',
      permission:
        'It may then use this server’s models in your name, for 90 days after its last check-in.',
      goBack: 'Go back to your terminal or editor; you can close this page.',
    },
    browser: {
      title: 'Sign in another device',
      typeCode: 'Type the code that the other device shows',
      permission: 'It may then do everything that you can, as if you had signed in there yourself.',
      goBack: 'Go back to the other device; you can close this page.',
    },
    noDevice: 'No device waits with this code',
    checkCode: 'Check it, or start again on the device: a code lives ten minutes.',
    next: 'Continue',
    wants: (client: Piece, user: Piece) =>
      html`Something that calls itself ${client} wants to connect as ${user}.`,
    codeLabel: 'Code',
    address: 'Address',
    askedAt: 'Asked at',
    onlyIfYours: 'Only continue if you started this on your own machine.',
    approve: 'Approve',
    deny: 'Deny',
    another: 'Connect another',
    denied: 'Denied',
    notConnected: (client: Piece) => html`${client} was not connected.`,
    approved: 'Approved',
    connected: (client: Piece) => html`${client} is connected.`,
  },
  browserCode: {
    title: 'Sign in with another device',
    intro: 'Shows a code that you enter on a device where you are signed in already.',
    show: 'Show a code',
    enter: 'Enter this code on the other device',
    how: (me: Piece, add: Piece) =>
      html`On a device where you are signed in, open ${me}, choose ${add}, and enter the code there. It lives ten minutes.`,
    me: 'Me',
    addDevice: 'Add a device',
    looksAgain: (seconds: number, now: Piece) =>
      html`This page looks again every ${seconds} seconds, or ${now}.`,
    now: 'now',
    goOnAs: (name: Piece) => html`Go on as ${name}.`,
    wasDenied: 'The other device has denied the code',
    expired: 'The code has expired',
  },
  failure: {
    titles: {
      account_refused: 'Account closed',
      pending_approval: 'Waiting for approval',
      sign_in_failed: 'Sign-in failed',
      provider_failed: 'Sign-in failed',
      not_found: 'Not found',
      method_not_allowed: 'Not a page',
      rate_limited: 'Too many attempts',
      busy: 'Busy',
      forbidden: 'Not allowed',
      capability_denied: 'Not allowed',
      stopping: 'Not available right now',
      storage_full: 'The disk is full',
      internal: 'Something went wrong',
    },
    /** By code, with the reason that the service gives below them; without one, that alone. */
    texts: {} as Readonly<Record<string, string>>,
    other: 'This did not work',
    signedOut: 'Signed out',
    signedOutText: 'You are no longer signed in here.',
    notAPage: 'Not a page',
    forDevices: 'This address is for devices that somebody has approved.',
    signInFirst: 'Sign in first',
    needsSignIn: 'This address needs a signed-in browser or an API key.',
    unknownAddress: 'Unknown address',
    open: (url: string) => `Open ${url}`,
    help: 'Help with this error',
    howToCall: 'How to call it',
    seeApproval: 'See whether it is approved',
    otherAccount: 'Use another account',
    tryAgain: 'Try again',
    otherWay: 'Sign in another way',
    startPage: 'Start page',
  },
}
