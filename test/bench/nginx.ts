import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'

export interface Nginx extends AsyncDisposable {
  readonly url: string
  /** What it serves, and where it puts what is sent. */
  readonly folder: string
}

const WAIT_MS = 5_000

/**
 * nginx with one process, static files and the PUT of its WebDAV module.
 *
 * @throws when it is missing
 */
export async function startNginx(folder: string): Promise<Nginx> {
  if (Bun.which('nginx') === null)
    throw new Error('The comparison needs nginx: apt-get install nginx-light (Debian, Ubuntu)')
  const port = await freePort()
  const files = join(folder, 'files')
  for (const path of [files, join(folder, 'bodies')])
    mkdirSync(path, { recursive: true, mode: 0o777 })
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(folder, files, port))
  const child = Bun.spawn(['nginx', '-c', config, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - started > WAIT_MS)
      throw new Error('nginx did not start')
    await Bun.sleep(20)
  }
  return {
    ...{ url, folder: files },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** As a distribution has it for large files: sendfile, no copies of what is sent. */
function configOf(folder: string, files: string, port: number): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')};
events { worker_connections 512; }
http {
  sendfile on; tcp_nopush on; access_log off; keepalive_requests 1000000;
  types { text/plain txt; } default_type application/octet-stream;
  client_max_body_size 6g; client_body_temp_path ${join(folder, 'bodies')};
  proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server { listen 127.0.0.1:${port}; location / { root ${files}; dav_methods PUT DELETE; } }
}
`
}
