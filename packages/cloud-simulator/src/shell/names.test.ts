import { expect, test } from 'vitest'
import { awsWorld, gcpWorld, TestShell } from '../../test/worlds.ts'
import { complete } from './complete.ts'

// Every JavaScript object inherits these properties. The shell must not take them for commands, options, files or values.
test.each([
  ['aws constructor x', /“aws constructor” is not in this simulation/],
  ['aws iam constructor', /“aws iam constructor” is not in this simulation/],
  ['aws iam get-policy --policy-arn arn:aws:iam::aws:policy/constructor', /NoSuchEntity/],
  ['curl --constructor x http://a.example', /option --constructor: is not in this simulation/],
  ['constructor', /constructor: command not found|not in this simulation/],
  ['cat constructor', /cat: constructor: No such file/],
  ['echo "[$constructor$toString]"', /^\[\]$/],
  ['which constructor', /^$/],
  ["jq -n '@constructor'", /constructor/],
  ["jq -n 'constructor'", /Unknown function: constructor/],
  ["jq -n 'toString(1)'", /Unknown function: toString/],
  ["jq -n '$constructor'", /^null$/],
  ["jq -n '{} | .constructor'", /^null$/],
  ['jq -n \'{} | has("constructor")\'', /^false$/],
  ['jq -n \'"constructor" | in({})\'', /^false$/],
])('%s', async (line, answer) => {
  const shell = new TestShell(awsWorld)
  const { output } = await shell.run(line)
  expect(output.trim()).toMatch(answer)
  expect(output).not.toContain('native code')
})

test('gcloud prints none of these names', async () => {
  expect(await new TestShell(gcpWorld).prints("gcloud projects list --format='value(constructor, projectId)'")).toBe(
    '\tfy-ledger',
  )
})

test('none of these names is a Google role', async () => {
  const { output } = await new TestShell(gcpWorld).run('gcloud iam roles describe constructor')
  expect(output).toMatch(/The role named \S*constructor was not found/)
})

test('none of these names is completed', async () => {
  const { world, state, now } = new TestShell(awsWorld)
  for (const line of ['constructor ', 'aws constructor ', 'aws iam constructor --'])
    expect((await complete(world, state, line, now)).words).toEqual([])
})
