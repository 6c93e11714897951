/**
 * Builds both web apps and the server for production, each only if its sources have changed since its last build. With `--quick`, as for tests, the
 * files of the apps are compressed less: Brotli's best quality takes twelve seconds of processor time.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cache, root } from './paths.ts'

const apps = ['learner-web', 'admin-console'] as const
export type App = (typeof apps)[number]

export interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Record<string, Chunk>

/** Vite's manifest of an app, moved out of the served folder. */
export const manifestFile = (app: App) => join(cache, `${app}.manifest.json`)

/** Source maps of an app's last build, which are not public. */
const mapsFolder = (app: App) => join(cache, `${app}.maps`)

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

const isQuick = process.argv.includes('--quick')
const QUICK_QUALITY = 5

/** Packages that locate files relative to their code, and are therefore not bundled. */
export const EXTERNAL = [
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  '@resvg/resvg-js',
  // Loaded only once, since pdfkit needs it too.
  'fontkit',
  'fontverter',
  'pdfkit',
  'piscina',
  'subset-font',
]

/** Packages of just-bash commands that a simulated shell excludes. They are not installed and never imported. */
const NOT_INSTALLED = ['@mongodb-js/zstd', 'node-liblzma', 'quickjs-emscripten', 'sql.js']

const databaseFolder = join(cache, 'empty-database')
const databaseSources = ['api-server/src/db/{embedded/embedded,migrations}.ts', 'api-server/migrations/**/*']

if (import.meta.main) {
  for (const app of apps) await build(app)
  await buildRecordVerifier()
  await buildServer()
  await makeDatabase()
}

async function build(app: App): Promise<void> {
  const made = [join(root, app, 'dist/index.html'), join(root, app, 'dist/screen-files.json'), manifestFile(app)]
  await whenChanged(app, [`${app}/*`, `${app}/{public,src}/**/*`], made, async () => {
    const vite = await import('vite')
    await vite.build({
      root: join(root, app),
      mode: 'production',
      logLevel: 'warn',
      build: { manifest: true, emptyOutDir: true },
    })
    await tidy(app)
  })
}

/** The program and the page that check exam records without the server. Both are one file each, and the learner app serves them. */
async function buildRecordVerifier(): Promise<void> {
  const folder = join(root, 'packages/record-verifier')
  const files = ['verify-record.mjs', 'verify-record.html']
  const made = [folder, join(root, 'learner-web')].flatMap((at) => files.map((file) => join(at, 'dist', file)))
  await whenChanged('record-verifier', [], made, async () => {
    const [page, program] = [await bundleOne(folder, 'page.ts'), await bundleOne(folder, 'command.ts')]
    const html = readFileSync(join(folder, 'src/page.html'), 'utf8')
    // A replacement text could contain patterns such as $&.
    const whole = html.replace('/* verifier */', () => page.replaceAll('</script', '<\\/script'))
    mkdirSync(join(folder, 'dist'), { recursive: true })
    for (const at of made) writeFileSync(at, at.endsWith('.html') ? whole : program)
  })
}

/** A module with its imports, as one text. */
async function bundleOne(folder: string, name: string): Promise<string> {
  const vite = await import('vite')
  const isProgram = name === 'command.ts'
  const built = await vite.build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: isProgram,
      write: false,
      target: isProgram ? 'node24' : 'es2024',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(folder, 'src', name), output: { format: 'es' } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${name} was not bundled`)
  return chunk.code
}

/**
 * Bundles the server's hundreds of modules into one program, and the threads that run shell lines into another. It starts in a third of the time and
 * uses half of the memory. Packages that locate files relative to their code stay external.
 */
async function buildServer(): Promise<void> {
  const folder = join(root, 'api-server')
  const made = ['flagyard', 'line-worker'].map((name) => join(folder, `dist/${name}.js`))
  await whenChanged('api-server', ['api-server/src/**/*.{ts,js}'], made, async () => {
    await bundleServer(['src/flagyard.ts', 'src/areas/training/shell/line-worker.ts'], 'dist')
    // Not part of vite's build, which would convert escapes back to characters.
    for (const name of globSync('dist/*.js', { cwd: folder })) {
      const path = join(folder, name)
      writeFileSync(path, asAscii(readFileSync(path, 'utf8')))
    }
  })
}

/** Bundles server programs with shared chunks. `outDir` is inside the server's folder, so that they find its files. */
export async function bundleServer(input: string[], outDir: string): Promise<void> {
  const vite = await import('vite')
  await vite.build({
    root: join(root, 'api-server'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input,
        external: NOT_INSTALLED,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
      },
    },
  })
}

/**
 * Node keeps a program's source text in memory while it runs, and uses two bytes per character for a file with any character beyond Latin-1. A
 * backslash before such a character had no effect, so it is dropped.
 */
function asAscii(code: string): string {
  return code.replace(/(?<!\\)((?:\\\\)*)\\?([\u0080-\uffff])/g, (_, pairs: string, character: string) => {
    return `${pairs}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Folder of the empty database, unless it is missing or of other sources. */
export const currentDatabase = () =>
  readStamp('empty-database') === stampOf(databaseSources) && existsSync(databaseFolder) ? databaseFolder : undefined

/** Template of an empty database, copied by a first start with the embedded database. */
async function makeDatabase(): Promise<void> {
  await whenChanged('empty-database', databaseSources, [databaseFolder], async () => {
    const { makeEmptyDatabase } = await import('../api-server/src/db/embedded/embedded.ts')
    const draft = `${databaseFolder}.draft`
    for (const folder of [draft, databaseFolder]) rmSync(folder, { recursive: true, force: true })
    // Its files are copied with their modes, and other users must not be able to read a database.
    process.umask(0o077)
    await makeEmptyDatabase(draft)
    renameSync(draft, databaseFolder)
  })
}

/** Runs a build unless its sources are unchanged since the last one and its output still exists. */
export async function whenChanged(
  name: string,
  sources: string[],
  made: string[],
  work: () => Promise<void>,
): Promise<void> {
  const complete = stampOf(sources)
  // A quick build of an app does not replace a complete one.
  const stamp = isQuick && (apps as readonly string[]).includes(name) ? `${complete} quick` : complete
  const isUnchanged = [complete, stamp].includes(readStamp(name))
  if (isUnchanged && made.every((file) => existsSync(file))) {
    console.log(`${name}: already built`)
    return
  }
  const startedAt = performance.now()
  mkdirSync(cache, { recursive: true })
  rmSync(stampFile(name), { force: true })
  process.env.NODE_ENV = 'production'
  await work()
  writeFileSync(stampFile(name), stamp)
  console.log(`${name}: built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

/** Moves non-public files out of the served folder, and compresses the rest. */
async function tidy(app: App): Promise<void> {
  const folder = join(root, app, 'dist')
  renameSync(join(folder, '.vite/manifest.json'), manifestFile(app))
  rmSync(join(folder, '.vite'), { recursive: true, force: true })
  moveMaps(app)
  await compress(folder)
  const manifest = JSON.parse(readFileSync(manifestFile(app), 'utf8')) as Manifest
  writeFileSync(join(folder, 'screen-files.json'), JSON.stringify(listScreenFiles(manifest)))
}

/** Dependencies of each lazy chunk beyond those of every page, by chunk name, so that the server's pages can preload them. */
function listScreenFiles(manifest: Manifest): Record<string, { scripts: string[]; styles: string[] }> {
  const always = new Set(closureOf(manifest, (_, { isEntry }) => isEntry === true))
  const later = new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports))
  const lazy = Object.entries(manifest).filter(([source]) => later.has(source))
  return Object.fromEntries(
    lazy.map(([source, { name = source }]) => {
      const chunks = closureOf(manifest, (one) => one === source).filter((chunk) => !always.has(chunk))
      return [
        name,
        {
          scripts: chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')),
          styles: chunks.flatMap(({ css = [] }) => css),
        },
      ]
    }),
  )
}

/** The selected chunks with all their static imports, without duplicates. */
export function closureOf(manifest: Manifest, isSelected: (source: string, chunk: Chunk) => boolean): Chunk[] {
  const found = new Set<Chunk>()
  const visit = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const [source, chunk] of Object.entries(manifest)) if (isSelected(source, chunk)) visit(source)
  return [...found]
}

function moveMaps(app: App) {
  const folder = join(root, app, 'dist')
  rmSync(mapsFolder(app), { recursive: true, force: true })
  mkdirSync(mapsFolder(app))
  for (const name of globSync('**/*.map', { cwd: folder }))
    renameSync(join(folder, name), join(mapsFolder(app), basename(name)))
}

/** Hash of all inputs of a build. */
function stampFile(name: string): string {
  return join(cache, `${name}.stamp`)
}

function readStamp(name: string): string {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : ''
}

function stampOf(sources: string[]): string {
  const files = globSync(
    [
      ...sources,
      'packages/*/src/**/*',
      'packages/*/package.json',
      'scripts/{build,without-summaries}.ts',
      'pnpm-lock.yaml',
      'tsconfig.base.json',
    ],
    { cwd: root, withFileTypes: true, exclude: (entry) => ['node_modules', 'dist'].includes(entry.name) },
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
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,txt}', { cwd: folder })
  const minBytes = 1_000
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < minBytes) return
      const brotli = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isQuick ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }
      await writeFile(`${path}.br`, await asBrotli(content, brotli))
      await writeFile(`${path}.gz`, await asGzip(content, { level: 9 }))
    }),
  )
}
