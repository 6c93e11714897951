import { z } from 'zod'
import { prose } from '../contract/content-fields.ts'
import { line } from '../contract/fields.ts'

const words = line(300).min(1)

const alarm = z.strictObject({
  action: words.describe('The action as the log writes it, such as sts:AssumeRole.'),
  resource: words.exactOptional().describe('Part of the resource name.'),
  identity: words.exactOptional().describe('Part of the identity’s name.'),
  refused: z.boolean().exactOptional().describe('Whether the cloud denied it. Default: either.'),
})

const rules = z.array(
  z.strictObject({
    text: line(500).min(1),
    right: z.boolean().default(false).describe('Whether this rule would have raised the alarm.'),
  }),
)

const shape = {
  question: prose(2000).min(1).describe('Markdown. Asks for one log line and one rule.'),
  alarms: z.array(alarm).min(1).max(20).describe('Patterns of the correct log lines.'),
  rules: rules.min(2).max(10).describe('Rules for the learner to choose from.'),
  explanation: prose(10_000).min(1).describe('Markdown. Shown with the right answer.'),
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
