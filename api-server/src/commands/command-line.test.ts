import { expect, test } from 'vitest'
import { runCommand } from '../../test/spawn.ts'

const run = (...args: string[]) => runCommand('flagyard', args, {})

test('every level has a help that names its commands or options, and the exit codes', async () => {
  const [all, group, one] = await Promise.all([run('--help'), run('admin', '-h'), run('admin', 'create', '--help')])
  for (const { code, output, errors } of [all, group, one]) {
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Usage: flagyard [\s\S]*^Exit codes: 0 done/m)
  }
  expect(all.output).toMatch(/^ {2}start +runs the server[\s\S]*^ {2}cloud-proof /m)
  expect(group.output).toMatch(/^ {2}reset-factor +removes/m)
  expect(one.output).toContain('Usage: flagyard admin create USERNAME EMAIL [--name NAME]')
}, 60_000)

test('an unknown command, a missing word and an unknown option are refused with the help of their level', async () => {
  const wrong = await Promise.all([run(), run('amdin'), run('modules', 'check', 'DIR'), run('modules', 'pin', '--all')])
  expect(wrong.map(({ code, output }) => [code, output])).toEqual(wrong.map(() => [64, '']))
  const [none, unknown, word, option] = wrong.map(({ errors }) => errors)
  expect(none).toMatch(/^Which command\?\n\nUsage: flagyard COMMAND/)
  expect(unknown).toMatch(/^There is no command amdin\.\n\nUsage: flagyard COMMAND/)
  expect(word).toMatch(/^It takes no arguments\.\n\nUsage: flagyard modules check /)
  expect(option).toMatch(/^Invalid arguments\.\n\nUsage: flagyard modules pin /)
}, 60_000)

test('prints the result as JSON with --json', async () => {
  const { code, output } = await run('modules', 'check', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(output).pinned).toContain('aws/cross-account-trust 1.0.0')
}, 60_000)
