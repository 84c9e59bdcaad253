const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']

/**
 * Keeps the `fetch` of a worker thread from following HTTP_PROXY and its relatives. A worker begins
 * with those that the process was started with, also where the main thread has deleted them, and only
 * an empty value takes their place.
 *
 * @param env The environment of the worker, which is changed
 */
export function blankProxyVariables(env: Record<string, string | undefined>): void {
  for (const name of NAMES) {
    env[name] = ''
    env[name.toUpperCase()] = ''
  }
}
