import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { freePort, temporaryFolder } from '#server/test/processes.ts'
import { ensureNginx } from '../find-nginx.ts'

const site = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** nginx with the recommended configuration, in front of two processes. */
export interface Proxy {
  url: string
  /** Path of the self-signed certificate. */
  certificate: string
  /** The processes that got requests, with their responses, in order. */
  asked(): { upstream: string; status: string }[]
  /** nginx's error log. */
  complaints(): string
}

/** The recommended site with the test's addresses; every replaced text must exist. */
function adapted(ports: number[], port: number, plainPort: number, folder: string): string {
  const changes: [from: string | RegExp, to: string][] = [
    [/127\.0\.0\.1:3001/g, `127.0.0.1:${ports[0]}`],
    [/127\.0\.0\.1:3002/g, `127.0.0.1:${ports[1]}`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['/etc/letsencrypt/live/dendro.example/fullchain.pem', `${folder}/certificate.pem`],
    ['/etc/letsencrypt/live/dendro.example/privkey.pem', `${folder}/key.pem`],
    [/access_log .*;/g, ''],
  ]
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replace(from, to)
      expect(changed, String(from)).not.toBe(text)
      return changed
    },
    readFileSync(site, 'utf8'),
  )
}

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=dendro.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'ignore' })
}

/** Starts nginx and stops it at the end of the test. */
export async function startNginx(ports: number[]): Promise<Proxy> {
  const program = ensureNginx()
  const folder = temporaryFolder()
  // When started by root, its workers run as another user.
  chmodSync(folder, 0o755)
  makeCertificate(folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const main = join(folder, 'nginx.conf')
  writeFileSync(join(folder, 'site.conf'), adapted(ports, port, plainPort, folder))
  writeFileSync(
    main,
    `worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {}
http {
  log_format asked "$upstream_addr|$upstream_status";
  access_log ${folder}/access.log asked;
  ${temporary.join('\n  ')}
  include ${folder}/site.conf;
}
`,
  )
  execFileSync(program, ['-t', '-q', '-c', main, '-e', `${folder}/error.log`])
  const child = spawn(program, ['-c', main, '-e', `${folder}/error.log`, '-g', 'daemon off;'], { stdio: 'inherit' })
  onTestFinished(() => end(child))
  await vi.waitUntil(() => existsSync(`${folder}/nginx.pid`), { timeout: 30_000 })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    url: `https://127.0.0.1:${port}`,
    certificate: `${folder}/certificate.pem`,
    asked: () =>
      read('access.log')
        .trim()
        .split('\n')
        .flatMap(line => {
          const [upstreams = '', statuses = ''] = line.split('|')
          const answered = statuses.split(', ')
          return upstreams.split(', ').map((upstream, index) => ({ upstream, status: answered[index] ?? '' }))
        }),
    complaints: () => read('error.log'),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  // SIGTERM stops it at once and closes its workers' connections.
  child.kill('SIGTERM')
  await ended
}
