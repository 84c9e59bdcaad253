/** The text of `hearth help`. */
export const USAGE = `hearth: command-line client of a Hearth AI service

  hearth login [url] [--name <this machine>] [--no-browser] [--insecure]
                       sign this machine in, through your browser
  hearth whoami        who is signed in; renews the 90 days of the sign-in
  hearth models        the models that you may use
  hearth chat [words]  ask; without words and input, start a conversation
      -m, --model <m>  one of \`hearth models\`, auto without it
      -s, --system <t> how the model is to behave
  hearth token         print only the credential: KEY="$(hearth token)"
  hearth logout        sign this machine out

--url <url> (not with login) selects another service than that of the last sign-in.
Piped text follows the words: git diff | hearth chat 'Review this'.
Exit codes: 0, 1 after an error, 2 for an invalid command line.
`
