import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

/**
 * Commit of the previous release: the last one with another version. Before the second release there is none, so it is the last commit without the
 * newest migration. Undefined without the Git history.
 */
export function findPreviousRelease(): string | undefined {
  try {
    const versionAt = (commit: string) =>
      JSON.parse(git('show', `${commit}:package.json`)).version as string | undefined
    const changed = git('log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json')
    const [before = ''] = git('log', '-1', '--format=%P', changed).split(' ')
    if (before && versionAt(before) && versionAt(before) !== versionAt('HEAD')) return before
    const newest = readdirSync(join(root, 'api-server/migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1)
    return (
      git('log', '-1', '--diff-filter=A', '--format=%P', '--', `api-server/migrations/${newest}`).split(' ')[0] ||
      undefined
    )
  } catch {
    return undefined
  }
}

/** Builds a release from its commit, with its own packages, and returns the arguments that start it. Reuses an earlier build. */
export function buildRelease(commit: string): string[] {
  const folder = join(root, '.cache/releases', commit)
  const { flags, program, args = [] } = readCommand(commit)
  if (!existsSync(join(folder, program))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const run = (line: string) =>
      execFileSync('sh', ['-c', line], { cwd: folder, env: { ...process.env, CI: '1' }, stdio: 'inherit' })
    run(`git -C '${root}' archive ${commit} | tar -x`)
    run('npx -y pnpm@12.21.0 install --frozen-lockfile --prefer-offline')
    run(`'${process.execPath}' scripts/build.ts`)
  }
  return [...flags, join(folder, program), ...args]
}

const readCommand = (commit: string) =>
  JSON.parse(git('show', `${commit}:scripts/server-command.json`)) as Record<'flags' | 'args', string[]> & {
    program: string
  }
