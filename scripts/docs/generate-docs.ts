/** `npm run docs`: writes the pages of docs/generated from the code and the tests. Fails if a threat has no test. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRetention } from '../../api-server/src/areas/support/privacy/jobs.ts'
import { extensions } from '../../api-server/src/registry/extensions.ts'
import { jobs } from '../../api-server/src/registry/jobs.ts'
import { root } from '../paths.ts'
import * as accessibility from './accessibility.ts'
import { drawn } from './areas.ts'
import * as limits from './limits.ts'
import * as threats from './threats.ts'

const pages = {
  accessibility: accessibility.page(),
  jobs: jobsPage(),
  limits: limits.page(),
  retention: retentionPage(),
  threats: threats.page(),
}
const folder = join(root, 'docs/generated')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, `${name}.md`), text)

const { page, was, is } = drawn()
writeFileSync(page, is)
if (is !== was) {
  console.error('The picture in docs/architecture.md was out of date. It has been updated: commit it.')
  process.exitCode = 1
}

function jobsPage(): string {
  return [
    '# Background jobs',
    '',
    'A job without an interval is enqueued when needed. Any run may be repeated, so the last column says what a second run does.',
    '`/metrics` counts the runs of each as `flagyard_job_seconds`.',
    '',
    '| job | every | what it does | what a second run does |',
    '| --- | ----- | ------------ | ---------------------- |',
    ...Object.entries(jobs).map(
      ([name, { every, does, replay }]) => `| \`${name}\` | ${every ?? ''} | ${does} | ${replay} |`,
    ),
    '',
  ].join('\n')
}

function retentionPage(): string {
  const rules = listRetention({ extensions })
  const headings = [...new Set(rules.map(headingOf))]
  return [
    '# Retention',
    '',
    'Retention of each kind of data, as shown on `/privacy`, from the rules in `api-server/src/db/schema`. The job `privacy.prune` deletes expired',
    'data every hour.',
    ...headings.flatMap((heading) => [
      '',
      `## ${heading}`,
      '',
      ...rules
        .filter((rule) => headingOf(rule) === heading)
        .map(({ what, days, since, why }) => `- **${what}**${days === null ? '' : `, ${since}`}. ${why}`),
    ]),
    '',
  ].join('\n')
}

function headingOf({ days, since }: { days: number | null; since: string }): string {
  if (days === null) return `${since[0]?.toUpperCase()}${since.slice(1)}`
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
