import { listRetention } from '../api-server/src/areas/support/privacy/retention.ts'
import { extensions } from '../api-server/src/registry/extensions.ts'

/** Page with the retention rules, grouped by period. */
export function page(): string {
  const rules = listRetention({ extensions })
  const headings = [...new Set(rules.map(headingOf))]
  return [
    '# Retention',
    '',
    'How long every kind of data stays, as `/privacy` shows it, from the rules in `api-server/src/db/schema`. The job `privacy.prune` deletes',
    'hourly what is older.',
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
