import { z } from 'zod'
import { prose } from '../contract/content-fields.ts'
import { line } from '../contract/fields.ts'

const words = line(300).min(1)

const alarm = z.strictObject({
  action: words.describe('The action as the log writes it, such as sts:AssumeRole.'),
  resource: words.exactOptional().describe('A part of the name of what it was done to.'),
  identity: words.exactOptional().describe('A part of the name of who did it.'),
  refused: z.boolean().exactOptional().describe('Whether the cloud refused it. Without it, either.'),
})

const rules = z.array(
  z.strictObject({
    text: line(500).min(1),
    right: z.boolean().default(false).describe('Whether this rule would have raised the alarm.'),
  }),
)

const shape = {
  question: prose(2000).min(1).describe('Markdown. It asks for one line of the log and for one rule.'),
  alarms: z.array(alarm).min(1).max(20).describe('Which lines of the log are right: those that fit one of these.'),
  rules: rules.min(2).max(10).describe('The rules among which the learner chooses.'),
  explanation: prose(10_000).min(1).describe('Markdown. It is shown with the right answer.'),
}

/** Defence question of a lab. */
export const defenseQuestion = z.strictObject(shape).refine(({ rules }) => rules.some(({ right }) => right), {
  path: ['rules'],
  error: 'Say which rule is right',
})
export type DefenseQuestion = z.output<typeof defenseQuestion>

/** The question as returned by the API, with each field listed explicitly. */
export const defenseQuestionInRecord = z.object({
  question: z.string(),
  alarms: z.array(alarm),
  rules: z.array(z.object({ text: z.string(), right: z.boolean() })),
  explanation: z.string(),
})
