import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findFaketime } from '../api-server/test/crashes/faketime.ts'
import { findBinaries } from '../api-server/test/servers/postgres.ts'
import { TERRAFORM_MISSING, terraformVersion } from '../api-server/test/terraform/program.ts'
import { root } from './paths.ts'

/**
 * Finds the Chromium and the Postgres server that the tests need, and installs them as root on Debian. Also installs optional packages: Chromium's
 * headless shell, in which page tests and journeys take a quarter less processor time, Firefox and WebKitGTK for browsers.spec.ts, and for the long
 * tests libfaketime, nginx, buildah, minisign, pgbackrest and pgbouncer. `missing` has a sentence for each required program that could not be installed.
 */
export async function ensureBrowserAndPostgres({
  long = false,
} = {}): Promise<{ env: Record<string, string>; missing: string[] }> {
  const needed = [
    ...((await findChromium()) ? [] : ['chromium']),
    ...(process.env.TEST_DATABASE_URL || findBinaries() ? [] : ['postgresql']),
  ]
  const useful = [
    ...(process.env.CHROMIUM_PATH || onPath([SHELL]) ? [] : [SHELL]),
    ...(onPath(['firefox-esr']) ? [] : ['firefox-esr']),
    ...(onPath(['WebKitWebDriver']) ? [] : ['webkit2gtk-driver']),
    ...(onPath(['Xvfb']) ? [] : ['xvfb']),
    ...(long && !findFaketime() ? ['libfaketime'] : []),
    ...(long
      ? ['nginx-light', 'buildah', 'minisign', 'pgbackrest', 'pgbouncer'].filter(
          (name) => !onPath([name.replace('-light', '')]),
        )
      : []),
  ]
  if (canInstall()) install([needed, ...useful.map((name) => [name])].filter((packages) => packages.length > 0))
  const chromium = await findChromium()
  const missing = []
  if (!chromium) {
    missing.push(
      'No Chromium for the page tests: install it (Debian: apt-get install chromium), or name its program in CHROMIUM_PATH.',
    )
  }
  if (!process.env.TEST_DATABASE_URL && !findBinaries()) {
    missing.push(
      'No Postgres for the race tests: install its server (Debian: apt-get install postgresql), or name a server in TEST_DATABASE_URL.',
    )
  }
  console.log(describeTerraform())
  return { env: chromium ? { CHROMIUM_PATH: chromium } : {}, missing }
}

/** Debian has no package for Terraform, so it is not installed. A run without it does not fail, but reports what it skipped. */
function describeTerraform(): string {
  return terraformVersion
    ? `Terraform or OpenTofu ${terraformVersion} was found: labs are built with it.`
    : `${TERRAFORM_MISSING}. Left out are labs by its driver, its crashes, its modules and the proof of a cloud.`
}

/** CHROMIUM_PATH, or a browser on the PATH, or the one downloaded by Playwright. */
async function findChromium(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined
  return (
    onPath([SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ?? findPlaywrightChromium()
  )
}

/** Debian package and program name of Chromium without its desktop interface. */
const SHELL = 'chromium-headless-shell'

function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function findPlaywrightChromium(): Promise<string | undefined> {
  const entry = join(root, 'e2e/node_modules/@playwright/test/index.mjs')
  if (!existsSync(entry)) return undefined
  const { chromium } = (await import(entry)) as { chromium: { executablePath(): string } }
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

/** One group after the other, because apt-get installs nothing if it does not know one of the packages. */
function install(groups: string[][]): void {
  if (groups.length === 0) return
  // If no mirror responds, the tests use what is already installed.
  const timeout = 180_000
  const options = { stdio: 'inherit', timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const run = (...args: string[]) => spawnSync('apt-get', args, options).status === 0
  if (!run('update', '-q')) console.log('apt-get could not update its lists.')
  for (const packages of groups) {
    console.log(`Installing ${packages.join(' and ')} for the tests.`)
    if (!run('install', '-y', '-q', '--no-install-recommends', ...packages))
      console.log('apt-get could not install them.')
  }
}
