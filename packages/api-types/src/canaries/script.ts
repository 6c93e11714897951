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
      'Lines as a learner types them. The shell continues from flag to flag. Each must succeed; the last printed line is the answer.',
    ),
  resource: z
    .strictObject({
      type: line(120).min(1),
      name: line(120).min(1).exactOptional().describe('Default: any of this type.'),
      where: z
        .record(attribute, line(500))
        .exactOptional()
        .describe('Required attribute values. Exactly one resource must match.'),
      take: attribute.describe('The attribute that holds the answer, or name.'),
    })
    .exactOptional()
    .describe('A resource that the cloud’s console shows with the lab’s credentials.'),
  output: line(120).min(1).exactOptional().describe('An output of the module, as the lab’s page shows it.'),
  words: line(500).min(1).exactOptional().describe('A fixed answer.'),
}

const answer = z.strictObject({ flag: slug.describe('The slug of a flag of this lab.'), ...sources })
export type CanaryAnswer = z.output<typeof answer>

const isUnambiguous = ({ commands, resource, output, words }: CanaryAnswer) =>
  [resource, output, words].filter((one) => one !== undefined).length <= 1 && !(commands && words !== undefined)

const inOnePlace = answer.refine(isUnambiguous, {
  path: ['flag'],
  error:
    'Give commands and, for real clouds, a resource or an output; or only text; or nothing for a step that is only confirmed',
})

const extraData = z.record(variableName, line(500))

/** The file `canary.yaml` next to a lab: how the canary solves the lab, using the commands of the lesson. These run only in the simulated shell. */
export const canaryScript = z.strictObject({
  extra_data: extraData.default({}).describe('Values that the canary enters for the lab’s extra data.'),
  answers: z.array(inOnePlace).min(1, 'Describe how to find at least one flag').max(200),
})
export type CanaryScript = z.output<typeof canaryScript>

/** The script as returned by the API, with each field listed explicitly. */
export const canaryScriptInRecord = z.object({ extra_data: extraData, answers: z.array(answer) })
