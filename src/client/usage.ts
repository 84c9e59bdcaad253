/** The text of `hearth help`. */
export const USAGE = `hearth: command-line client of a Hearth AI service

  hearth login [url] [--name <this machine>] [--no-browser] [--insecure]
                       sign this machine in, through your browser
  hearth whoami        who is signed in; renews the 90 days of the sign-in
  hearth models        the models that you may use
  hearth chat [words]  ask; without words and input a conversation begins
      -m, --model <m>  one of \`hearth models\`, auto without it
      -s, --system <t> how the model is to behave
  hearth token         the credential alone, as in KEY="$(hearth token)"
  hearth logout        sign this machine out

--url <url> with all but login means another service than the last one signed in to.
What is piped in is asked after the words: git diff | hearth chat 'Review this'.
Ends with 0, with 1 when something failed, with 2 when the command cannot be understood.
`
