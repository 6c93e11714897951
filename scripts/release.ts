/**
 * `npm run release [-- --key FILE]` builds `dist/flagyard-VERSION.tar.gz`: the built server and apps with their pinned Node and only the packages that
 * they load at run time. Next to it are an SBOM (CycloneDX) and SHA256SUMS, which minisign signs if a secret key is given. `MINISIGN_PASSWORD` holds
 * the password of the key, if it has one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { EXTERNAL } from './build.ts'
import { root } from './paths.ts'

const { values } = parseArgs({ options: { key: { type: 'string' }, out: { type: 'string' } } })
const out = values.out ?? join(root, 'dist')
const { version } = readJson(join(root, 'package.json'))
const name = `flagyard-${version}`
const folder = join(out, name)

/** Files of the repository that the built server reads, and the files for operators. */
const CONTENTS = [
  'api-server/dist',
  'api-server/migrations',
  'api-server/package.json',
  'api-server/src/areas/platform/auth/passwords/common-passwords.txt',
  'api-server/src/areas/platform/auth/passwords/hash-worker.js',
  'api-server/src/site/preview-worker.js',
  'admin-console/dist',
  'learner-web/dist',
  'content/demo',
  'content/schemas',
  'modules',
  'packages/ui/src/styles/tokens.css',
  'deploy',
  'docs/configuration.md',
  'docs/operations.md',
  'docs/how-to',
  'CHANGELOG.md',
  '.env.example',
]

run(process.execPath, ['scripts/build.ts'])
rmSync(folder, { recursive: true, force: true })
for (const path of CONTENTS) copy(join(root, path), join(folder, path))
copyPackages()
copy(join(root, 'node_modules/node/bin/node'), join(folder, 'bin/node'))
// Removes symbols for debuggers. Without `strip` on this machine, the program is 18 MB larger.
spawnSync('strip', ['--strip-unneeded', join(folder, 'bin/node')], { stdio: 'inherit' })
writeFileSync(join(folder, 'bin/flagyard'), launcher(), { mode: 0o755 })
// Copied into the image as the folder of its volume.
mkdirSync(join(folder, 'volume/data'), { recursive: true })
const commit = execFileSync('git', ['describe', '--always', '--abbrev=12', '--exclude=*', '--dirty'], {
  cwd: root,
  encoding: 'utf8',
}).trim()
writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, commit })}\n`)

const archive = `${name}.tar.gz`
const sbom = `${name}.cdx.json`
// The same sources give the same bytes: sorted names, one owner, and the time of the commit.
const time = execFileSync('git', ['show', '-s', '--format=%cI', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=${time}`, '--mode=a+rX,go-w']
run('tar', [...owner, '--use-compress-program=gzip -n', '-C', out, '-cf', join(out, archive), name])
const pnpm = ['-y', 'pnpm@12.21.0', 'sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
run('npx', [...pnpm, '--out', join(out, sbom)])
const sums = await Promise.all([archive, sbom].map(async (file) => `${await sha256(join(out, file))}  ${file}\n`))
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
if (values.key) {
  const input = process.env.MINISIGN_PASSWORD === undefined ? undefined : `${process.env.MINISIGN_PASSWORD}\n`
  run('minisign', ['-S', '-s', values.key, '-m', join(out, 'SHA256SUMS'), '-t', name], input)
}
console.log(`Wrote ${relative(process.cwd(), join(out, archive))}${values.key ? '' : ', not signed (--key FILE)'}.`)

/**
 * Copies the packages that the build leaves outside the bundle, the fonts, and their dependencies. Each is copied once; a second version of a package
 * goes below its dependant.
 */
function copyPackages() {
  const server = join(root, 'api-server')
  const { dependencies } = readJson(join(server, 'package.json'))
  const copied = new Map<string, string>()
  const visit = (dependency: string, from: string, dependant: string) => {
    const source = findPackage(dependency, from)
    if (!source) return
    const top = join(folder, 'api-server/node_modules', dependency)
    const target = [undefined, source].includes(copied.get(top)) ? top : join(dependant, 'node_modules', dependency)
    if (copied.has(target)) return
    copied.set(target, source)
    copy(source, target)
    const needed = readJson(join(source, 'package.json'))
    for (const next of Object.keys({ ...needed.dependencies, ...needed.optionalDependencies }))
      visit(next, source, target)
  }
  const fonts = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@fontsource'))
  for (const dependency of [...EXTERNAL, ...fonts]) visit(dependency, server, server)
}

/** Resolves a package as Node does. Optional packages of other platforms are not installed. */
function findPackage(dependency: string, from: string): string | undefined {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const place = join(at, 'node_modules', dependency)
    if (existsSync(place)) return realpathSync(place)
  }
  return undefined
}

function copy(source: string, target: string) {
  const skipped = /\/node_modules(\/|$)|\.(map|d\.[cm]?ts)$/
  cpSync(source, target, { recursive: true, filter: (path) => !skipped.test(path.slice(source.length)) })
}

/** Runs the command line with the pinned Node and the flags of `npm start`, in production unless DEMO=1. */
function launcher(): string {
  const { variables, flags, program } = readJson(join(root, 'scripts/server-command.json'))
  const settings = Object.entries(variables).map(([key, value]) => `${key}=\${${key}-${value}}`)
  return `#!/bin/sh
# Finds its folder through symbolic links.
here=$(dirname "$(readlink -f "$0")")
export DEMO=\${DEMO-0} ${settings.join(' ')}
exec "$here/node" ${flags.join(' ')} "$here/../${program}" "$@"
`
}

function run(command: string, args: string[], input?: string) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    input,
    stdio: [input ? 'pipe' : 'inherit', 'inherit', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
