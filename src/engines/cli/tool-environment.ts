/** What a tool may see of our environment. Everything else, every provider key above all, stays out. */
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
 * The environment of one run of a tool: by allow-list, the clock in UTC (tools print reset times in
 * local time), and the account's own folder.
 *
 * @param outer Hearth's own environment
 * @param account Variables that choose the account, and the owner's additions from `hearth.toml`
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
