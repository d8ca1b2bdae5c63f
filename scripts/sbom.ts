import { readFileSync } from 'node:fs'

/** One package of package-lock.json (version 3), as far as the list of components needs it. */
export interface LockedPackage {
  name?: string
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The packages of package-lock.json by their folder; the project itself is `''`. */
export const lockedPackages = (): Record<string, LockedPackage> =>
  (
    JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, LockedPackage>
    }
  ).packages

/** `@scope/name` of `node_modules/…/node_modules/@scope/name`. */
export const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13)

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The folder whose package Node finds when the one in `from` imports `name`. */
function resolve(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at && `${at}/`}node_modules/${name}`
    if (folder in packages) return folder
    if (!at) return undefined
  }
}

const hexOf = (integrity: string) => Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')

/**
 * What the product consists of besides its own code, as CycloneDX 1.6: the packages that package-lock.json installs
 * without `dev`. Written from the lock file, not by `npm sbom`, whose output has a time, a random number, the folder's
 * name and only what fits this machine: so it is the same wherever it is built.
 */
export function sbom(packages: Record<string, LockedPackage>): object {
  const { '': project, ...installed } = packages
  const shipped = Object.entries(installed).filter(([, { dev }]) => !dev)
  const refOf = (folder: string) => `${purl(nameOf(folder), packages[folder]?.version ?? '')}#${folder}`
  const { name = '', version = '' } = project ?? {}
  const main = purl(name, version)
  const refsOf = (folder: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {}
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    const found = names.flatMap(wanted => resolve(packages, folder, wanted) ?? [])
    return found.filter(other => !packages[other]?.dev).map(refOf)
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': main, name, version, purl: main } },
    components: shipped.map(([folder, { version: own, license, integrity, optional }]) => ({
      type: 'library',
      'bom-ref': refOf(folder),
      name: nameOf(folder),
      version: own,
      scope: optional ? 'optional' : 'required',
      ...(integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
      ...(license ? { licenses: [{ expression: license }] } : {}),
      purl: purl(nameOf(folder), own),
    })),
    dependencies: [
      { ref: main, dependsOn: refsOf('') },
      ...shipped.map(([folder]) => ({ ref: refOf(folder), dependsOn: refsOf(folder) })),
    ],
  }
}
