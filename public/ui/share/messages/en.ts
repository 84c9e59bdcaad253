/** What stands beside a link that is shared, and beside keys. */
export type Messages = typeof m

export const m = {
  address: 'Address',
  copyLink: 'Copy the link',
  goodFor: 'Good {time}.',
  forTime: (time: string) => `for ${time}`,
  ownNetworkOnly: 'Without https, it opens in the own network only.',
  opensAnywhere: 'It opens wherever that address can be reached.',
  shownOnce: 'It is shown only now.',
  thisMachineOnly:
    'This service listens on its own machine only, so no other device can open the link. Start it with {setting} to let in the devices of the house.',
  qrCode: 'QR code of the link',
  whatFor: 'What it is for',
  byHand: 'Chosen by hand.',
  presets: {
    tools: 'Tools for an assistant',
    chatApp: 'Chat app',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'Code assistant',
    everything: 'Everything',
  },
  hints: {
    tools:
      'For an MCP client that has a model of its own: it reads pages, finds your files and more.',
    chatApp: 'Chats with every model, and searches its documents by embeddings.',
    homeAssistant: 'Chats, speaks and listens.',
    codeAssistant: 'Asks every model; works without tasks and files.',
    everything: 'All that a key can do, also what is to come.',
  },
  tools: 'Tools',
  allTools: 'All, including new ones',
}
