import { beforeAll, expect, test } from 'vitest'
import type { Exam, Lab } from '../src/areas/authoring/content/model.ts'
import { isAlarm } from '../src/areas/training/shell/defense.ts'
import { buildWorld, plantedFlag, readDemo, Shell } from './simulated-lab.ts'

let demo: (Lab | Exam)[]
beforeAll(async () => {
  const { labs, exams } = await readDemo()
  demo = [...labs, ...exams]
})

const slugs = [
  'cross-account-trust',
  'a-talkative-instance',
  'the-forgotten-app-registration',
  'a-machine-with-a-key',
  'borrowed-service-account',
  'the-build-that-knew-too-much',
  'aws-red-team-expert',
  'azure-attack-path-specialist',
]

test('the list above contains every lab and exam of the demo', () => {
  expect(demo.map(({ slug }) => slug).sort()).toEqual(slugs.toSorted())
})

test.each(slugs)('the script of %s finds every flag, and all its commands succeed', async (slug) => {
  const lab = demo.find((one) => one.slug === slug)!
  const shell = new Shell(buildWorld(lab))
  expect(lab.canary!.answers.map(({ flag }) => flag)).toEqual(lab.flags.map((one) => one.slug))
  for (const { flag, commands = [], words } of lab.canary!.answers) {
    let printed = ''
    for (const line of commands) {
      const answer = await shell.run(line)
      expect([line, answer.exit, answer.missing], answer.output).toEqual([line, 0, []])
      printed = answer.output.trim().split('\n').at(-1)!
    }
    const { type, secret, variable } = lab.flags.find((one) => one.slug === flag)!
    if (type !== 'NOFLAG') expect(words ?? printed, flag).toBe(variable ? plantedFlag(variable) : secret)
  }
})

const labs = slugs.filter((slug) => !slug.includes('expert') && !slug.includes('specialist'))

test.each(labs)('the script of %s leaves the log lines that answer the defender’s question', async (slug) => {
  const lab = demo.find((one): one is Lab => one.slug === slug && 'defense' in one)!
  const shell = new Shell(buildWorld(lab))
  for (const line of lab.canary!.answers.flatMap(({ commands = [] }) => commands)) await shell.run(line)
  const logged = shell.world.log.filter((line) => line.kept)
  for (const alarm of lab.defense!.alarms)
    expect([alarm.action, logged.some((line) => isAlarm({ ...lab.defense!, alarms: [alarm] }, line))]).toEqual([
      alarm.action,
      true,
    ])
  expect(logged.every((line) => isAlarm(lab.defense!, line))).toBe(false)
})
