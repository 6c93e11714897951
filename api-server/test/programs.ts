import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs that tests start, by their sources. */
export const programs = {
  administrator: 'src/commands/administrator.ts',
  bank: 'test/children/bank.ts',
  'cloud-proof': 'src/commands/cloud-proof.ts',
  content: 'src/commands/content.ts',
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

/** Directly below the server's folder, as its build is: files beside the code are found from there. */
export const builtFolder = '.cache'

let isBuilt = false

/**
 * The file of a program, bundled: from its sources the server starts in three seconds of processor time, as a bundle in half a second.
 * The first test that starts one bundles all of them, unless the sources have not changed since the last time.
 */
export function programFile(name: Program): string {
  if (!isBuilt)
    execFileSync(process.execPath, [join(folder, 'test/build-programs.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  isBuilt = true
  return join(folder, builtFolder, `${name}.js`)
}

/**
 * The arguments by which Node runs a program. A child lives for seconds: optimising the embedded database's WebAssembly would take more than it saves,
 * a second of the two that a command takes.
 */
export const programArgs = (name: Program): string[] => ['--liftoff-only', programFile(name)]
