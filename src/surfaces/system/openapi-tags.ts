/** The groups of routes, in the order in which a reader wants them. */
export const TAGS = {
  Chat: 'Conversations with the models of this machine, as OpenAI’s clients ask for them. A chat costs no credits. One heavy task runs at a time: a slow answer usually waits in the queue, and a streamed one says so.',
  Conversations:
    'Chats that the service keeps: messages, answers that go on without a reader, branches, search. They belong to the caller who has created them; nobody else can read them, the owner of the service included.',
  Generate:
    'One prompt, one answer: as text or as JSON that matches a schema; at once, or as a job that survives a restart.',
  Jobs: 'Work that goes on without a waiting client.',
  'Agent tasks':
    'Ready-made tasks on a text, such as `summarize` and `translate`. A task that succeeds costs 2 credits; one that fails costs nothing.',
  Workers:
    'Jobs that a model does by itself: with tools, in a sandbox without a network, with files as its result. Who may use them, and how many jobs there are in a day, the owner decides.',
  Speech:
    'Texts spoken by the voices of this machine: as clips with a link, or as a stream for OpenAI’s clients. A clip or a stream costs 1 credit when it is done.',
  Files: 'Files that the service keeps, with links that open anywhere. They are free of credits.',
  History:
    'What the caller has made: transcripts, translations and clips, with a search over their texts. Nobody else can read them. Unlike jobs, they stay until they are deleted; a clip stays for 30 days unless it is kept.',
  Account:
    'What the caller has and has used: signed-in browsers, devices, calls, credits and jobs.',
  Keys: 'Keys for apps and for other people, and what each may do. Only the owner makes them.',
  Admin: 'The owner’s view: engines and accounts, the queue, users, devices, usage, alerts.',
  Skills:
    'The definitions of the agent tasks: a SKILL.md for each, with the schemas of its input and result.',
  Transcription:
    'What is spoken in recordings and videos, as text and as subtitles. Only `/v1/transcript` costs credits. Long recordings are jobs; they are recognised piece by piece, so that others are served in between.',
  Video:
    'What sites say of videos, channels and playlists, in one form whatever the site. Private addresses are refused.',
  Web: 'Pages of the web as clean text. Private addresses are refused.',
  Subtitles:
    'Subtitles that are well timed and broken, and translations of texts, subtitles and transcripts. They cost no credits.',
  Uploads:
    'Resumable uploads by tus 1.0.0. A finished one is named by its id wherever a file is taken.',
  Brands:
    'How texts are written, translated and spoken: language, tone, glossary, caption rules, voice. Admins keep them.',
  'Code assistants':
    'For opencode, Qwen Code, aider and other assistants: a machine is approved by a code that a signed-in user types, then it chats at `/api/code/v1`.',
  Canvas:
    'For a canvas app in a browser: paired by a code that a signed-in user types, then with tokens of 60 seconds.',
  Images: 'Not available yet: there is no image model.',
  'Signing in': 'For browsers: sessions of users, through an identity provider.',
  Service: 'Whether the service works, and who a credential belongs to.',
} as const
