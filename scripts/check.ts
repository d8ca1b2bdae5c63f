// `npm run check`: what has changed since the last commit (or in it, where nothing has), checked in seconds: layout, lint,
// types, and the tests that stand beside it. Everything else is `npm test`.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

function changedFiles(): string[] {
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return (uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')).filter(file => existsSync(file))
}

const isCode = (file: string) => /\.tsx?$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** What stands directly in these walks the whole product. */
const wholeProduct = new Set(['server', 'contract', 'scripts'])

/** The tests that have changed, and those in the folders of changed files. */
function testsBeside(files: string[]): string[] {
  const folders = new Set(files.filter(isCode).map(file => dirname(file)))
  const beside = [...folders]
    .filter(folder => !wholeProduct.has(folder))
    .flatMap(folder =>
      readdirSync(folder)
        .filter(isTest)
        .map(name => join(folder, name)),
    )
  return [...new Set([...files.filter(isTest), ...beside])]
}

/** Runs a command; what it prints is shown when it has ended, so that two at once do not mix. */
function run(what: string, command: string, args: string[]): Promise<boolean> {
  const began = performance.now()
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += String(chunk)))
    child.once('exit', code => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(code === 0 ? `${what}: ${seconds} s` : `${printed}\n${what}: failed`)
      resolve(code === 0)
    })
  })
}

const changed = changedFiles()
const code = changed.filter(isCode)
const tests = testsBeside(changed)
console.log(`${changed.length} changed files, ${tests.length} files of tests beside them`)
const laidOut = changed.filter(file => /\.(?:tsx?|json|css|md)$/.test(file) && !file.startsWith('docs/pictures'))
const passed = await Promise.all([
  laidOut.length === 0 || run('format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...laidOut]),
  code.length === 0 || run('lint', 'oxlint', ['--type-aware', '--deny-warnings', ...code]),
  code.length === 0 || run('types', 'tsc', ['--noEmit']),
  tests.length === 0 || run('tests', 'vitest', ['run', ...tests]),
])
process.exit(passed.every(Boolean) ? 0 : 1)
