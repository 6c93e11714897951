/** Measures the JavaScript that a browser loads before the first page is shown, and fails if it exceeds the budget. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type App, type Chunk, closureOf, type Manifest, manifestFile } from './build.ts'
import { root } from './paths.ts'

interface Budget {
  app: App
  what: string
  /** Kilobytes of JavaScript after gzip -9. */
  limit: number
  /** Sources or named chunks that are loaded lazily, but always needed by the first page. */
  lazyChunks: RegExp
  /** If set, counts only what they load in addition to the first page and to these chunks. */
  beyond?: RegExp
}

const budgets: Budget[] = [
  { app: 'learner-web', what: 'first page', limit: 105, lazyChunks: /^_home-/ },
  {
    app: 'learner-web',
    what: 'terminal of a shell',
    limit: 110,
    lazyChunks: /\/shell\/Terminal\.tsx$/,
    beyond: /\/(ClassroomPage|LabWorkspace)\.tsx$/,
  },
  { app: 'admin-console', what: 'first list', limit: 350, lazyChunks: /\/UserList\.tsx$/ },
]

if (import.meta.main) process.exit(budgets.map(measure).every(Boolean) ? 0 : 1)

/** Script files of the selected sources, including their static imports. */
export function chunksOf(manifest: Manifest, isSelected: (source: string, chunk: Chunk) => boolean): string[] {
  const files = closureOf(manifest, isSelected).map(({ file }) => file)
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
}

function measure({ app, what, limit, lazyChunks, beyond }: Budget): boolean {
  if (!existsSync(manifestFile(app))) throw new Error(`${app} is not built: run pnpm build.`)
  const manifest = JSON.parse(readFileSync(manifestFile(app), 'utf8')) as Manifest
  if (!Object.keys(manifest).some((source) => lazyChunks.test(source)))
    throw new Error(`${app} has no chunk ${lazyChunks}.`)
  const isEntry = (chunk: Chunk) => chunk.isEntry === true
  const known = beyond ? chunksOf(manifest, (source, chunk) => isEntry(chunk) || beyond.test(source)) : []
  const loaded = chunksOf(manifest, (source, chunk) => isEntry(chunk) || lazyChunks.test(source))
  const files = loaded.filter((file) => !known.includes(file))
  const sizes = files.map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(root, app, 'dist', file)), { level: 9 }).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / 1_000).toFixed(1).padStart(7)} kB  ${app}/${file}`)
  }
  const fits = total <= limit
  console.log(
    `${fits ? 'ok  ' : 'over'} ${app}, ${what}: ${total.toFixed(1)} kB of JavaScript gzipped, at most ${limit} kB\n`,
  )
  return fits && total > 0
}
