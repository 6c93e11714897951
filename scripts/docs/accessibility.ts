import { adherenceNames, criteria } from '../../packages/api-types/src/accessibility.ts'
import { readTitles, type Titles } from './threats.ts'

/** The accessibility statement with the files of its tests. Throws if it names a test that does not exist. */
export function page(statement: typeof criteria = criteria, titles: Titles = readTitles()): string {
  const missing = statement.flatMap(({ number, tests }) =>
    tests.filter((test) => !titles.has(test)).map((test) => `${number}: there is no test “${test}”`),
  )
  if (missing.length > 0) throw new Error(`packages/api-types/src/accessibility.ts:\n${missing.join('\n')}`)
  return [
    '# Accessibility',
    '',
    'WCAG 2.2, levels A and AA, from `packages/api-types/src/accessibility.ts`. Visitors read it on `/accessibility`.',
    ...statement.flatMap(({ number, name, level, adherence, remark, tests }) => [
      '',
      `## ${number} ${name} (${level}): ${adherenceNames[adherence].toLowerCase()}`,
      '',
      ...(remark ? [remark, ''] : []),
      ...tests.map((test) => `- ${(titles.get(test) ?? []).map((path) => `\`${path}\``).join(', ')} “${test}”`),
    ]),
    '',
  ].join('\n')
}
