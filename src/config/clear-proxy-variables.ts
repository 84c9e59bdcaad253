const PROXY_VARIABLE = /^(?:https?|all|no)_proxy$/i

/**
 * Removes HTTP_PROXY and its relatives, which `fetch` follows: it would connect to the proxy instead
 * of the address that was checked. An operator's proxy is the setting `egress_proxy`.
 *
 * @param env The environment of this process, which is changed
 * @returns The names of those that named a proxy
 */
export function clearProxyVariables(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(env).filter((name) => PROXY_VARIABLE.test(name))
  const set = names.filter((name) => env[name] !== '' && !/^no_/i.test(name))
  for (const name of names) delete env[name]
  return set.toSorted()
}
