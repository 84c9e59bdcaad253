/** The text of `hearth help`. */
export const USAGE = `hearth: command-line client of a Hearth AI service

  hearth login [url]   sign this machine in, through your browser
  hearth chat [words]  ask; without words and input, start a conversation
  hearth models        the models that you may use
  hearth whoami        who is signed in; renews the 90 days of the sign-in
  hearth token         print only the credential: KEY="$(hearth token)"
  hearth logout        sign this machine out
  hearth --version     the version of this program

hearth <command> --help describes a command. Without one, hearth prints the settings of code
assistants. --url <url> (not with login) selects another service than that of the last sign-in.
Exit codes: 0 done, 1 after an error, 2 for an invalid command line, 130 after Ctrl-C.
`

const URL_LINE = `  --url <url>          another service than that of the last sign-in
`

/** The texts of `hearth <command> --help`. */
export const COMMAND_USAGE = {
  login: `hearth login [url] [options]

Signs this machine in: it shows an address and a code, which you type there in any browser. The
sign-in lasts 90 days from the last \`hearth whoami\`. Without a url it is the service that handed
this program out, or that of the last sign-in, or http://127.0.0.1:8787.

  --name <name>        name of this machine in the list of devices
  --no-browser         do not open a browser
  --insecure           accept plain http to a public address
`,
  whoami: `hearth whoami [options]

Shows the account, the device and the service, and renews the 90 days of the sign-in.

  --json               as one JSON object: account, device, service, expires_at
${URL_LINE}`,
  logout: `hearth logout [options]

Ends the sign-in of this machine, and removes its credential.

${URL_LINE}`,
  token: `hearth token [options]

Prints only the credential, for other programs: export OPENAI_API_KEY="$(hearth token)"

${URL_LINE}`,
  models: `hearth models [options]

Lists the names for \`hearth chat --model\`. \`auto\` takes the first engine that can answer.

  --json               as a JSON list, with all that the service tells of each model
${URL_LINE}`,
  chat: `hearth chat [words] [options]

Asks one question; without words and input, in a terminal, it starts a conversation. Piped text
follows the words: git diff | hearth chat 'Review this'

  -m, --model <model>  one of \`hearth models\`; auto without it
  -s, --system <text>  how the model is to behave
  --json               one JSON object at the end: content, model, finish_reason
${URL_LINE}
The text is shown as the model writes it. Ctrl-C stops the answer.
`,
} as const
