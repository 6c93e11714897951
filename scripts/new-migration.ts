/**
 * `pnpm db:generate --name <what>`: writes the next migration, and removes the previous snapshot, because drizzle-kit only compares the schema with
 * the newest.
 */
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const cwd = join(root, 'api-server')
const args = ['exec', 'drizzle-kit', 'generate', ...process.argv.slice(2)]
const { status } = spawnSync('pnpm', args, { cwd, stdio: 'inherit' })
const older = globSync('migrations/meta/*_snapshot.json', { cwd }).sort().slice(0, -1)
for (const path of older) rmSync(join(cwd, path))
process.exit(status ?? 1)
