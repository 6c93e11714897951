import { z } from 'zod'
import { variableName } from '../contract/content-fields.ts'
import { line, slug } from '../contract/fields.ts'

const attribute = line(120).min(1)

/** Where an answer is found: in a resource that the cloud's console shows, in an output of the module, or in words that need no looking. */
const places = {
  resource: z
    .strictObject({
      type: line(120).min(1),
      name: line(120).min(1).exactOptional().describe('Without it, any of this type.'),
      where: z
        .record(attribute, line(500))
        .exactOptional()
        .describe('Attributes that it has, with these values. It must leave one resource.'),
      take: attribute.describe('The attribute that holds the answer, or name.'),
    })
    .exactOptional()
    .describe('A resource that the console of the cloud shows to whoever signs in with the lab’s credentials.'),
  output: line(120).min(1).exactOptional().describe('An output of the module, as the lab’s page shows it.'),
  words: line(500).min(1).exactOptional().describe('An answer that needs no looking.'),
}

const answer = z.strictObject({ flag: slug.describe('The slug of a flag of this lab.'), ...places })
export type CanaryAnswer = z.output<typeof answer>

const inOnePlace = answer.refine(
  ({ resource, output, words }) => [resource, output, words].filter(Boolean).length <= 1,
  {
    path: ['flag'],
    error: 'Say one of resource, output and words; none of them for a step that is only confirmed',
  },
)

const extraData = z.record(variableName, line(500))

/** The file `canary.yaml` beside a lab: how the canary solves it. Nothing of it is run: the server reads it step by step. */
export const canaryScript = z.strictObject({
  extra_data: extraData.default({}).describe('What the canary fills in where the lab asks for extra data.'),
  answers: z.array(inOnePlace).min(1, 'Say how at least one flag is found').max(200),
})
export type CanaryScript = z.output<typeof canaryScript>

/** The script as it is read, field by field as it is sent. */
export const canaryScriptInRecord = z.object({ extra_data: extraData, answers: z.array(answer) })
