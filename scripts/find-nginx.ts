import { existsSync } from 'node:fs'
import { attempt, onPath } from './find-chromium.ts'

const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx']

/** nginx is often in a folder that is not on a user's PATH; `undefined` if it is not installed. */
const find = () => places.find(path => existsSync(path)) ?? (onPath('nginx') ? 'nginx' : undefined)

/** Path of nginx, installed from Debian's packages if necessary and possible. Throws if there is none. */
export function ensureNginx(): string {
  if (!find() && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('no nginx found: installing it')
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'])
  }
  const path = find()
  if (!path) throw new Error('nginx is needed and could not be installed')
  return path
}
