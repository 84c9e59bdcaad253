/** The variables of Hearth's environment that a tool sees. Provider keys are not among them. */
const ALLOWED_VARIABLES = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
] as const

/**
 * The environment of one run of a tool: the allowed variables, the account's variables, and UTC as
 * the time zone, because tools print reset times in local time.
 *
 * @param hearthEnvironment Hearth's own environment
 * @param accountVariables Variables that select the account, and the owner's additions from
 * `hearth.toml`
 */
export function toolEnvironment(
  hearthEnvironment: Readonly<Record<string, string | undefined>>,
  accountVariables: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { TZ: 'UTC', NO_COLOR: '1' }
  for (const name of ALLOWED_VARIABLES) {
    const value = hearthEnvironment[name]
    if (value !== undefined) env[name] = value
  }
  return { ...env, ...accountVariables }
}
