import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs that tests start, with their sources. */
export const programs = {
  bank: 'test/children/bank.ts',
  flagyard: 'src/flagyard.ts',
  migrate: 'test/children/migrate.ts',
  serve: 'test/children/serve.ts',
  'start-cleaner': 'test/children/start-cleaner.ts',
  'work-bulk': 'test/children/work-bulk.ts',
  'work-labs': 'test/children/work-labs.ts',
  'work-soak': 'test/children/work-soak.ts',
  'work-terraform': 'test/children/work-terraform.ts',
  'work-until-killed': 'test/children/work-until-killed.ts',
  'write-rows': 'test/children/write-rows.ts',
}

export type Program = keyof typeof programs

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Directly below the server's folder, like the build, because both find files relative to their own path. */
export const builtFolder = '.cache'

let isBuilt = false

/**
 * File of a bundled program. The server needs three seconds of CPU time to start from its sources, and half a second
 * from a bundle. The first test that starts a program bundles all of them, unless the sources are unchanged.
 */
export function programFile(name: Program): string {
  if (!isBuilt)
    execFileSync(process.execPath, [join(folder, 'test/build-programs.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  isBuilt = true
  return join(folder, builtFolder, `${name}.js`)
}

/**
 * Node arguments of a program. On the embedded database, optimising its WebAssembly takes one of the two seconds that a command runs, which is more
 * than it saves. On Postgres the flag would only cost: with it, Node does not use its compiled code, nor our compile cache.
 */
export const programArgs = (name: Program, { embedded }: { embedded: boolean }): string[] => [
  ...(embedded ? ['--liftoff-only'] : []),
  programFile(name),
]
