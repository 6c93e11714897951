import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSteps, listSteps, parseChangelog, readRelease } from './release.ts'

const text = `# Changelog

Text above.

## 1.10.0

New things.

- A list that is no step.

### Before the upgrade

- Set A,
  and B.
- Set C.

### After the upgrade

- Renew D.

## 1.9.1

## 1.9.0

### After the upgrade

- Renew E.
`

test('parses the steps of each release, newest first', () => {
  expect(parseChangelog(text)).toEqual([
    {
      version: '1.10.0',
      steps: [
        { version: '1.10.0', when: 'before', text: 'Set A, and B.' },
        { version: '1.10.0', when: 'before', text: 'Set C.' },
        { version: '1.10.0', when: 'after', text: 'Renew D.' },
      ],
    },
    { version: '1.9.1', steps: [] },
    { version: '1.9.0', steps: [{ version: '1.9.0', when: 'after', text: 'Renew E.' }] },
  ])
})

test.each([
  ['another heading', '### Before the upgrade', '### Upgrade notes', 'line 11: "### Upgrade notes" is not ## VERSION'],
  ['a version that is not three numbers', '## 1.9.1', '## 1.9', 'line 21: "## 1.9" is not'],
  ['releases in the wrong order', '## 1.9.1', '## 1.11.0', '1.11.0 must be below newer releases'],
  ['a release twice', '## 1.9.1', '## 1.10.0', '1.10.0 must be below newer releases'],
  ['a numbered step', '- Set C.', '1. Set C.', 'line 15: a list of steps has only'],
  ['text between steps', '- Renew D.', 'Renew D.', 'line 19: a list of steps has only'],
  ['steps before the first release', 'Text above.', '### Before the upgrade', 'line 3'],
])('refuses %s', (_, part, other, message) => {
  expect(() => parseChangelog(text.replace(part, other))).toThrow(message)
})

test('refuses a file without releases', () => {
  expect(() => parseChangelog('# Changelog\n')).toThrow('no release')
})

test('every release of CHANGELOG.md can be parsed, and the newest is this one', () => {
  const releases = parseChangelog(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'))
  expect(releases[0]?.version).toBe(readRelease().version)
  expect(listSteps(undefined)).toEqual(releases.toReversed().flatMap(({ steps }) => steps))
  expect(listSteps(releases[0]?.version)).toEqual([])
})

test('says how many steps need the operator', () => {
  const step = { version: '1.2.0', when: 'before', text: 'Set A.' } as const
  expect(describeSteps([])).toEqual([expect.stringContaining('needs no step of you')])
  expect(describeSteps([step])).toEqual(['1 step needs you (CHANGELOG.md):', '1.2.0, before the upgrade: Set A.'])
  expect(describeSteps([step, step])[0]).toBe('2 steps need you (CHANGELOG.md):')
})
