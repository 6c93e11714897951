/** Writes docs/limits.md from the code: the classes of rates, and every number that a constant names. `--check` only compares. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rateClasses } from '../api-server/src/limits/rate-classes.ts'
import type { Operation } from '../packages/api-types/src/contract/operation.ts'
import { operations } from '../packages/api-types/src/index.ts'
import { root } from './paths.ts'

const file = join(root, 'docs/limits.md')
const text = page()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.log('docs/limits.md is not what the code says: node scripts/limits.ts')
  process.exit(1)
}

function page(): string {
  return [
    '# Limits',
    '',
    'Made from the code by `node scripts/limits.ts`: change a number where it stands. What content sets for itself (the hours of a lab, the days of a',
    'course, the uses of a voucher) is a field of that content. The bounds of single fields stand in the schemas of `packages/api-types`, and in OpenAPI.',
    '',
    '## Rates',
    '',
    'Counted in Postgres, so that all processes share one count. Whoever is over is answered 429 with Retry-After. An IPv6 address counts as its /64.',
    '',
    '| class | by account and call | by address and call | within |',
    '| ----- | ------------------- | ------------------- | ------ |',
    ...Object.entries(rateClasses).map(
      ([name, { byAccount, byAddress, seconds }]) => `| ${name} | ${byAccount} | ${byAddress} | ${seconds} s |`,
    ),
    '',
    ...Object.keys(rateClasses).flatMap((name) => wrap(`- **${name}**: ${callsOf(name).join(', ')}.`)),
    '',
    '## Numbers',
    '',
    ...listConstants().flatMap(({ name, value, comment, path }) =>
      wrap(`- \`${name}\` = ${value}: ${comment} (\`${path}\`)`),
    ),
    '',
  ].join('\n')
}

function callsOf(rate: string): string[] {
  const rows = Object.entries<Operation>(operations).filter(([, row]) => row.rate === rate)
  return rows.map(([name]) => name).toSorted()
}

/** Constants in capitals that hold a number and whose comment says what they bound. */
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

/** Lines of at most 160 characters; those after the first belong to its item. */
function wrap(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.length - 1
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`
    if (longer.length > 158) lines.push(`  ${word}`)
    else lines[last] = longer
  }
  return lines
}
