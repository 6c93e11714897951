import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from './server-folder.ts'

const releaseFolder = join(serverFolder, '..')

/** The installed release: `release.json` of a release archive, else the version of these sources, without a commit. */
export const readRelease = (folder = releaseFolder): { version: string; commit: string | null } => {
  const [file] = ['release.json', 'package.json'].map((name) => join(folder, name)).filter((path) => existsSync(path))
  const { version, commit = null } = file ? JSON.parse(readFileSync(file, 'utf8')) : { version: 'unknown' }
  return { version, commit }
}

/** Compares versions by number: 1.9.0 is earlier than 1.10.0. */
export const isEarlier = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) < 0

/** A task of the operator in an upgrade. */
export interface Step {
  version: string
  when: 'before' | 'after'
  /** Markdown on one line. */
  text: string
}

/** Steps of all releases after `from`, up to this one, oldest first. Without `from`, of all releases. */
export function listSteps(from: string | undefined): Step[] {
  const { version } = readRelease()
  const releases = parseChangelog(readFileSync(join(releaseFolder, 'CHANGELOG.md'), 'utf8'))
  return releases
    .filter((one) => !isEarlier(version, one.version) && (from === undefined || isEarlier(from, one.version)))
    .reverse()
    .flatMap(({ steps }) => steps)
}

/** A sentence with the number of steps, and a line for each. */
export const describeSteps = (steps: Step[]): string[] => [
  steps.length === 0
    ? `Release ${readRelease().version} needs no step of you.`
    : `${steps.length === 1 ? '1 step needs' : `${steps.length} steps need`} you (CHANGELOG.md):`,
  ...steps.map(({ version, when, text }) => `${version}, ${when} the upgrade: ${text}`),
]

const VERSION = /^## (\d+\.\d+\.\d+)$/
const STEPS: Record<string, Step['when']> = { '### Before the upgrade': 'before', '### After the upgrade': 'after' }

/**
 * Parses CHANGELOG.md: `## 1.2.0` for each release, newest first, with text, and with lists below `### Before the upgrade` and
 * `### After the upgrade`. Refuses everything that a reader could take for a step, and this parser would miss.
 */
export function parseChangelog(text: string): { version: string; steps: Step[] }[] {
  const releases: ReturnType<typeof parseChangelog> = []
  let when: Step['when'] | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const refuse = (reason: string) => new Error(`CHANGELOG.md, line ${index + 1}: ${reason}`)
    const release = releases.at(-1)
    if (line.startsWith('#') && line !== '# Changelog') {
      const version = VERSION.exec(line)?.[1]
      when = STEPS[line]
      if (version) {
        if (release && !isEarlier(version, release.version)) throw refuse(`${version} must be below newer releases.`)
        releases.push({ version, steps: [] })
      } else if (!when || !release) throw refuse(`"${line}" is not ## VERSION or ${Object.keys(STEPS).join(' or ')}.`)
    } else if (when && release && line.trim()) {
      const last = release.steps.at(-1)
      if (line.startsWith('- ')) release.steps.push({ version: release.version, when, text: line.slice(2) })
      else if (line.startsWith('  ') && last?.when === when) last.text += ` ${line.trim()}`
      else throw refuse('a list of steps has only "- " and lines that continue it.')
    }
  }
  if (releases.length === 0) throw new Error('CHANGELOG.md has no release.')
  return releases
}
