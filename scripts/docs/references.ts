/** Part of `npm run lint`: checks references in documents, comments and tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../paths.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = files.filter(
  (file) => file.endsWith('.md') && !file.startsWith('content/') && !file.includes('/catalogue/'),
)
const sources = files.filter((file) => /\.(ts|tsx|js)$/.test(file))

const found = [
  ...pages.flatMap(longLines),
  ...pages.flatMap(deadLinks),
  ...sources.flatMap(deadReferences),
  ...[...pages, ...sources].flatMap(foreignReferences),
]
for (const finding of found) console.log(finding)
console.log(`${pages.length} documents and ${sources.length} sources read, ${found.length} findings`)
process.exit(found.length === 0 ? 0 : 1)

function longLines(page: string): string[] {
  const lines = read(page).split('\n')
  return lines.flatMap((line, at) =>
    line.length > 160 ? [`${page}:${at + 1}: ${line.length} characters, at most 160`] : [],
  )
}

function deadLinks(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^(https?:|mailto:)/.test(target) && !existsSync(join(root, dirname(page), target)))
    .map((target) => `${page}: there is no ${target}`)
}

/** References to a page of docs/ (with a heading in quotes) or to a decision that does not exist. */
function deadReferences(source: string): string[] {
  const text = read(source)
  const headings = [...text.matchAll(/docs\/([\w/-]+\.md)(?:, “([^”]+)”)?/g)].filter(
    ([, page = '', heading]) =>
      !existsSync(join(root, 'docs', page)) ||
      (heading !== undefined && !new RegExp(`^#+ ${heading}$`, 'm').test(read(`docs/${page}`))),
  )
  const decisions = [...text.matchAll(/\bdecisions?[ /](\d{4})\b/g)].filter(
    ([, number = '']) => !files.some((file) => file.startsWith(`docs/decisions/${number}-`)),
  )
  return [...headings, ...decisions].map(([reference]) => `${source}: ${reference} does not exist`)
}

/** References to documents outside the repository. */
function foreignReferences(source: string): string[] {
  if (source === 'scripts/docs/references.ts') return []
  const references =
    read(source).match(
      /\b(?:DOMAIN|SPEC|DESIGN|SECURITY) ?§|\b(?:attack|fault|requirement)s? \d+\b(?!\.\d)|\b[Ii]ssue \d+\b/g,
    ) ?? []
  return references.map((reference) => `${source}: “${reference}” refers to nothing in this repository`)
}
