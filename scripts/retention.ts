/** Writes docs/retention.md from the rules that the job works by; `retention.test.ts` fails when the page is not what they say. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRetention } from '../api-server/src/features/privacy/retention.ts'
import { extensions } from '../api-server/src/registry/extensions.ts'
import { root } from './paths.ts'
import { wrap } from './wrap-lines.ts'

export const file = join(root, 'docs/retention.md')

export function page(): string {
  const rules = listRetention({ extensions })
  const headings = [...new Set(rules.map(headingOf))]
  return [
    '# Retention',
    '',
    'How long every kind of data stays, as the page `/privacy` tells it. Made from the rules in `api-server/src/registry/retention.ts` by',
    '`node scripts/retention.ts`: change a rule where it stands. The job `privacy.prune` takes away hourly what is past its days.',
    ...headings.flatMap((heading) => [
      '',
      `## ${heading}`,
      '',
      ...rules
        .filter((rule) => headingOf(rule) === heading)
        .flatMap(({ what, days, since, why }) => wrap(`- **${what}**${days === null ? '' : `, ${since}`}. ${why}`)),
    ]),
    '',
  ].join('\n')
}

function headingOf({ days, since }: { days: number | null; since: string }): string {
  if (days === null) return `${since[0]?.toUpperCase()}${since.slice(1)}`
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

if (import.meta.main) writeFileSync(file, page())
