import { z } from 'zod'
import { variableName } from '../contract/content-fields.ts'
import { line, slug } from '../contract/fields.ts'

const attribute = line(120).min(1)

/**
 * Source of an answer. In a simulated cloud, shell commands print it. A real cloud has no shell, so the answer is a resource shown in the cloud's
 * console, or a module output. Literal text works in both.
 */
const sources = {
  commands: z
    .array(line(4_000).min(1))
    .min(1)
    .max(50)
    .exactOptional()
    .describe(
      'Lines as a learner types them, in a shell that goes on from flag to flag. The last line that the last one prints is the answer. Each must end well.',
    ),
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

const answer = z.strictObject({ flag: slug.describe('The slug of a flag of this lab.'), ...sources })
export type CanaryAnswer = z.output<typeof answer>

const isUnambiguous = ({ commands, resource, output, words }: CanaryAnswer) =>
  [resource, output, words].filter((one) => one !== undefined).length <= 1 && !(commands && words !== undefined)

const inOnePlace = answer.refine(isUnambiguous, {
  path: ['flag'],
  error:
    'Say commands, and for real clouds resource or output; or words alone; or none of them for a step that is only confirmed',
})

const extraData = z.record(variableName, line(500))

/** The file `canary.yaml` next to a lab: how the canary solves the lab, using the commands of the lesson. These run only in the simulated shell. */
export const canaryScript = z.strictObject({
  extra_data: extraData.default({}).describe('What the canary fills in where the lab asks for extra data.'),
  answers: z.array(inOnePlace).min(1, 'Say how at least one flag is found').max(200),
})
export type CanaryScript = z.output<typeof canaryScript>

/** The script as returned by the API, with each field listed explicitly. */
export const canaryScriptInRecord = z.object({ extra_data: extraData, answers: z.array(answer) })
