import { awsWorld, TestShell } from '@flagyard/cloud-simulator/test/worlds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTurn, runLineOnThread } from './line-pool.ts'

const clock = { now: () => new Date() }
const { state } = new TestShell(awsWorld)
const run = (line: string) => runLineOnThread({ clock }, { world: awsWorld, state, line })

test('a flood of one learner’s lines delays another learner by one line', async () => {
  const done: string[] = []
  const type = async (learner: string, name: string) => inTurn(learner, () => run('echo')).then(() => done.push(name))
  const lines = ['first', 'second', 'third', 'fourth'].map((name) => type('flooder', name))
  await Promise.all([...lines, type('other', 'the other’s')])
  expect(done.indexOf('the other’s')).toBeLessThan(done.indexOf('second'))
  expect(done.filter((name) => name !== 'the other’s')).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a learner with too many waiting lines is refused with a retry time', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => inTurn('flooder', () => run('true'))))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', retryAfter: 5 } })
  expect(await inTurn('flooder', () => run('echo again'))).toMatchObject({ output: 'again\n' })
})

test('a line on a thread gives the same result as in process', async () => {
  const line = 'X=1; echo $X > f; aws iam list-users; cat f; nothing'
  const apart = await run(line)
  const own = await new TestShell(awsWorld).run(line)
  expect(apart).toMatchObject({ exit: own.exit, effects: own.effects, missing: own.missing, state: own.state })
  expect(apart.log.map(({ action }) => action)).toEqual(own.log.map(({ action }) => action))
})

test.each([
  ['grep', `echo ${'a'.repeat(5000)}b | grep -cE '^(a+)+$'`, '0\n'],
  ['grep -o', `echo ${'a'.repeat(5000)}b | grep -oE '(a+)+c'`, ''],
  ['sed', `echo ${'a'.repeat(5000)}b | sed -E 's/^(a+)+$/found/' | wc -c`, '5002\n'],
  ['jq', `echo '"${'a'.repeat(5000)}b"' | jq 'test("^(a|a)*$")'`, 'false\n'],
])('a pattern of %s that a backtracking engine would not finish is matched immediately', async (_, line, output) => {
  expect(await run(line)).toMatchObject({ output })
})

test('no line ends the server, throws or exceeds its output limit', async () => {
  const pieces = fc.constantFrom(
    'echo',
    'cat',
    '|',
    '>',
    '<',
    '$(',
    ')',
    '"',
    "'",
    '&&',
    ';',
    'for',
    'do',
    'done',
    'in',
    '$X',
    '${X',
    '}',
    'aws',
    'sts',
    '--query',
    '[',
    'x',
    '\n',
    '\\',
    '`',
    '<<E',
    'jq',
    '.a',
    'while',
    'true',
    '*',
    '$((',
    '))',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 15 }), async (words) => {
      const answer = await run(words.join(' '))
      expect(answer.output.length).toBeLessThan(300_000)
    }),
    { numRuns: 200 },
  )
})
