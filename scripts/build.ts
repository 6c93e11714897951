/** Builds both web apps for production, each only when its sources have changed since its last build. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cache, root } from './paths.ts'

export const apps = ['learner-web', 'admin-console'] as const
export type App = (typeof apps)[number]

/** Vite's list of an app's chunks, moved out of the folder that is served. */
export const manifestFile = (app: App) => join(cache, `${app}.manifest.json`)

/** The source maps of an app's last build, which are not for the public. */
const mapsFolder = (app: App) => join(cache, `${app}.maps`)

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

if (import.meta.main) for (const app of apps) await build(app)

export async function build(app: App): Promise<void> {
  const stampFile = join(cache, `${app}.stamp`)
  const stamp = stampOf(app)
  const isUnchanged = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (isUnchanged && existsSync(join(root, app, 'dist/index.html')) && existsSync(manifestFile(app))) {
    console.log(`${app}: already built`)
    return
  }
  const startedAt = performance.now()
  mkdirSync(cache, { recursive: true })
  rmSync(stampFile, { force: true })
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await vite.build({
    root: join(root, app),
    mode: 'production',
    logLevel: 'warn',
    build: { manifest: true, emptyOutDir: true },
  })
  const written = join(root, app, 'dist/.vite/manifest.json')
  renameSync(written, manifestFile(app))
  rmSync(join(root, app, 'dist/.vite'), { recursive: true, force: true })
  moveMaps(app)
  const count = await compress(join(root, app, 'dist'))
  writeFileSync(stampFile, stamp)
  console.log(`${app}: built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${count} files compressed`)
}

function moveMaps(app: App) {
  const folder = join(root, app, 'dist')
  rmSync(mapsFolder(app), { recursive: true, force: true })
  mkdirSync(mapsFolder(app))
  for (const name of globSync('**/*.map', { cwd: folder }))
    renameSync(join(folder, name), join(mapsFolder(app), basename(name)))
}

/** A hash of everything that the build reads. */
function stampOf(app: App): string {
  const files = globSync(
    [
      `${app}/**/*`,
      'packages/*/src/**/*',
      'packages/*/package.json',
      'scripts/build.ts',
      'pnpm-lock.yaml',
      'tsconfig.base.json',
    ],
    { cwd: root, withFileTypes: true, exclude: (entry) => ['node_modules', 'dist', 'test'].includes(entry.name) },
  )
  const hash = createHash('sha256')
  for (const path of files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** Writes a .br and a .gz file for each text file, so that requests need no compression. The server renders index.html. */
async function compress(folder: string): Promise<number> {
  const files = globSync('**/*.{js,css,svg,json,txt}', { cwd: folder })
  const minBytes = 1_000
  const compressed = await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < minBytes) return 0
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }
      await writeFile(`${path}.br`, await asBrotli(content, brotli))
      await writeFile(`${path}.gz`, await asGzip(content, { level: 9 }))
      return 1
    }),
  )
  return compressed.filter(Boolean).length
}
