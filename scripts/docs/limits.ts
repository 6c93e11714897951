import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rateClasses } from '../../api-server/src/limits/rate-classes.ts'
import { DEFAULT_BODY_LIMIT, type Operation } from '../../packages/api-types/src/contract/operation.ts'
import { operations } from '../../packages/api-types/src/index.ts'
import { root } from '../paths.ts'

/** Page with rate classes, body limits and numeric constants. */
export function page(): string {
  return [
    '# Limits',
    '',
    'Limits of single contents (the hours of a lab, the days of a course, the uses of a voucher) are fields of that content. The bounds of single fields',
    'are in the schemas of `packages/api-types` and in OpenAPI.',
    '',
    '## Rates',
    '',
    'Counted in Postgres, so that all processes share one count. Requests over the limit get 429 with Retry-After. An IPv6 address counts as its /64.',
    '',
    '| class | by account and call | by address and call | within |',
    '| ----- | ------------------- | ------------------- | ------ |',
    ...Object.entries(rateClasses).map(
      ([name, { byAccount, byAddress, seconds }]) => `| ${name} | ${byAccount} | ${byAddress} | ${seconds} s |`,
    ),
    '',
    ...Object.keys(rateClasses).map((name) => `- **${name}**: ${callsOf(name).join(', ')}.`),
    '',
    '## Bodies',
    '',
    `The maximum body size of a call is ${DEFAULT_BODY_LIMIT / 1024} KiB; larger bodies are refused with 413 before they are parsed. These calls accept more:`,
    '',
    ...bodyLimits().map(([limit, names]) => `- **${limit / 1024} KiB**: ${names.join(', ')}.`),
    '',
    '## Numbers',
    '',
    ...listConstants().map(({ name, value, comment, path }) => `- \`${name}\` = ${value}: ${comment} (\`${path}\`)`),
    '',
  ].join('\n')
}

function bodyLimits(): [number, string[]][] {
  const rows = Object.entries<Operation>(operations).filter(([, row]) => row.bodyLimit)
  const byLimit = Map.groupBy(rows, ([, row]) => row.bodyLimit ?? 0)
  return [...byLimit]
    .toSorted(([a], [b]) => a - b)
    .map(([limit, found]) => [limit, found.map(([name]) => name).toSorted()])
}

function callsOf(rate: string): string[] {
  const rows = Object.entries<Operation>(operations).filter(([, row]) => row.rate === rate)
  return rows.map(([name]) => name).toSorted()
}

/** Upper-case constants with a numeric value and a comment. */
function listConstants() {
  const paths = globSync('{api-server,packages/*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|\/demo\/|pdf\.ts$|cover\.ts$/.test(path),
  )
  return paths.sort().flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const found = source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?const ([A-Z][A-Z_]+) = ([\d_.*() ]+)\n/g,
    )
    return [...found].map(([, comment = '', name = '', value = '']) => ({
      name,
      path,
      value: value.replaceAll('_', '').trim(),
      comment: comment
        .replace(/\s*\n\s*\*\s*/g, ' ')
        .trim()
        .replace(/\.$/, ''),
    }))
  })
}
