import { z } from 'zod'
import { canaryScript } from '../canaries/script.ts'
import {
  captionLabel,
  captionLanguage,
  captionsFile,
  courseFields,
  download,
  film,
  filmChapters,
  filmSeconds,
  instructorFields,
  MAX_SECTIONS,
  price,
  prose,
  variableName,
  whole,
} from '../contract/content-fields.ts'
import { line, slug } from '../contract/fields.ts'
import { certificateType, cloud, courseStatus, lessonKind, level } from '../courses/schemas.ts'
import { formFields, MAX_QUESTIONS, questionFields } from '../feedback/schemas.ts'
import { flagType } from '../flags/schemas.ts'
import { extraFieldType } from '../labs/schemas.ts'
import { defenseQuestion } from '../shell/defense.ts'
import { pictureFile } from '../uploads/file-types.ts'

/** Schemas of the files in a content folder: docs/how-to/content.md, “The folder”. The JSON Schemas are generated from them. */

const status = z.enum(['draft', 'published', 'archived']).default('draft')
const title = line(200).min(1)

export const courseFile = z.strictObject({
  title: courseFields.title,
  subtitle: courseFields.subtitle.default(''),
  status: courseStatus.default('draft'),
  position: courseFields.position.default(0).describe('Position in the catalogue, lowest first.'),
  level,
  language: courseFields.language.default('en'),
  clouds: courseFields.clouds.default([]),
  tags: courseFields.tags.default([]),
  price,
  access_days: courseFields.access_days.default(null).describe('Days of access from activation. Default: unlimited.'),
  certificate_type: certificateType.nullable().default(null),
  certificate_months: courseFields.certificate_months.default(null),
  renews: slug
    .nullable()
    .default(null)
    .describe('For a refresher course: the course whose expiring certificates it renews.'),
  feedback_form: slug.nullable().default(null),
  feedback_share: courseFields.feedback_share
    .default(0.5)
    .describe('Share of the course after which feedback is requested.'),
  video_share: courseFields.video_share.default(0.9).describe('Share of a video that completes its lesson.'),
  estimated_hours: courseFields.estimated_hours.default(null).describe('Default: the sum of the lessons.'),
  cover: pictureFile.nullable().default(null).describe('A landscape picture in files/. Default: a drawing.'),
  description: courseFields.description.default('').describe('Markdown.'),
  outcomes: courseFields.outcomes.default([]),
  prerequisites: courseFields.prerequisites.default([]),
  instructors: z
    .array(
      z.strictObject({
        name: instructorFields.name,
        title: instructorFields.title.default(''),
        bio: instructorFields.bio.default(''),
        picture: pictureFile.nullable().default(null).describe('A square picture in files/.'),
      }),
    )
    .max(20)
    .default([]),
  sections: z
    .array(
      z.strictObject({
        slug: slug.describe('Also the name of the folder with its lessons.'),
        title,
        opens_after: slug.nullable().default(null).describe('The section whose required lessons come first.'),
        lessons: z.array(slug).default([]).describe('In order: <slug>.md in the folder of the section.'),
      }),
    )
    .max(MAX_SECTIONS, `At most ${MAX_SECTIONS} sections`)
    .default([]),
})

export const lessonFile = z.strictObject({
  title,
  kind: lessonKind,
  required: z.boolean().default(true),
  free_preview: z.boolean().default(false),
  duration_seconds: filmSeconds
    .nullable()
    .default(null)
    .describe('Length of the video. Default: run time of its lab, or reading time of its text.'),
  video: film.nullable().default(null),
  captions: z
    .array(
      z.strictObject({
        lang: captionLanguage,
        label: captionLabel,
        file: captionsFile,
      }),
    )
    .max(30)
    .default([]),
  chapters: filmChapters.default([]).describe('Start of each chapter of the video, in seconds.'),
  lab: slug.nullable().default(null),
})

const moduleStages = z
  .array(
    z.strictObject({
      name: line(120).min(1),
      resources: z
        .array(
          z.strictObject({
            type: line(120).min(1),
            name: line(120).min(1),
            holds: variableName.exactOptional().describe('Variable of the dynamic flag planted in it.'),
            attributes: z.record(z.string().max(120), z.string().max(20_000)).exactOptional().describe(
              // biome-ignore lint/suspicious/noTemplateCurlyInString: references in the syntax of modules.
              'Attributes of the resource: docs/how-to/simulated-lab.md. ${var.name}, ${account_id}, ${region} and the name of another resource, as ${aws_s3_bucket.reports.name}, are filled in.',
            ),
          }),
        )
        .max(500),
    }),
  )
  .max(50)
  .default([])
  .describe('Resources that the simulated cloud builds.')

/** Fields of a flag, before the cross-field rules. */
export const flagFields = {
  title,
  question: prose(2000),
  type: flagType,
  points: whole(10_000).default(0),
  required: z.boolean().default(true),
  hint: prose(4000).nullable().default(null),
  hint_cost: whole(10_000).nullable().default(null),
  walkthrough: prose(20_000).nullable().default(null),
  variable: variableName
    .nullable()
    .default(null)
    .describe('DYNAMIC: the variable of the module that receives the value.'),
}

const flag = z
  .strictObject({
    slug: slug.describe('Permanent name of the flag: solves are stored under it.'),
    ...flagFields,
    secret: z
      .string()
      .min(1)
      .max(500)
      .exactOptional()
      .describe('STATIC: the answer. Default: the stored one is unchanged.'),
  })
  .refine(({ type, variable }) => type === 'DYNAMIC' || variable === null, {
    path: ['variable'],
    error: 'Only a DYNAMIC flag has a variable',
  })
  .refine(({ type, secret }) => type === 'STATIC' || secret === undefined, {
    path: ['secret'],
    error: 'Only a STATIC flag has a secret',
  })
  .refine(({ secret }) => secret === undefined || !/\p{Cc}/u.test(secret), {
    path: ['secret'],
    error: 'Leave out line breaks and control characters',
  })
const flags = z.array(flag).max(200, 'At most 200 flags').default([])

const terraformModule = {
  module: line(300).min(1).describe('The Terraform module.'),
  module_version: line(60).min(1).default('1.0.0'),
  module_stages: moduleStages,
}

export const labFile = z.strictObject({
  title,
  status,
  difficulty: level,
  cloud,
  price: price.nullable().default(null).describe('Default: the lab is not sold separately.'),
  duration_minutes: whole(100_000, 1),
  extensions: whole(1000).default(0),
  extension_minutes: whole(10_000).default(30),
  resets: whole(1000).default(0),
  access_days: whole(36_500, 1).default(30),
  max_resources: whole(100_000).default(50).describe('A lab whose stages plan more is not published in the console.'),
  max_hourly_cost: whole()
    .nullable()
    .default(null)
    .describe(
      'In millionths of the currency. A lab whose stages cost more by the price list is not published in the console.',
    ),
  description: prose(20_000)
    .default('')
    .describe('Markdown. The walkthrough is in walkthrough.md next to this file, the canary script in canary.yaml.'),
  ...terraformModule,
  variables: z
    .record(
      z
        .string()
        .max(120)
        .regex(/^[A-Za-z_]\w*$/, 'This is not the name of a variable'),
      prose(4000),
    )
    .default({}),
  extra_fields: z
    .array(
      z.strictObject({
        name: variableName,
        label: line(120).min(1),
        hint: line(300).default(''),
        required: z.boolean().default(false),
        max_length: whole(500, 1).default(200),
        type: extraFieldType.exactOptional(),
        choices: z.array(line(200).min(1)).max(50).exactOptional(),
      }),
    )
    .max(30)
    .default([]),
  downloads: z
    .array(z.strictObject({ name: line(200).min(1), file: download }))
    .max(50)
    .default([]),
  download_limit: whole(1000).default(5),
  defense: defenseQuestion
    .nullable()
    .default(null)
    .describe('Defence question, asked once the flags are solved. Default: none.'),
  flags,
})

export const examFile = z.strictObject({
  title,
  status,
  cloud,
  course: slug.nullable().default(null),
  bookable: z.boolean().default(false),
  price,
  duration_minutes: whole(100_000, 1),
  passing_points: whole(1_000_000),
  attempts: whole(100, 1).default(2),
  cooldown_days: z.array(whole(3650)).max(100).default([]).describe('Days to wait after each attempt.'),
  reschedules: whole(100).default(2),
  reschedule_until_hours: whole(10_000).default(24),
  resets: whole(1000).default(3),
  extension_ceiling_minutes: whole(100_000).default(120),
  address_variable: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Enter a variable of the module, such as admitted_range')
    .nullable()
    .default(null)
    .describe('Variable for the IP range that may reach the environment.'),
  certificate_title: line(200).nullable().default(null),
  certificate_months: whole(1200, 1).nullable().default(null),
  description: prose(20_000).default('').describe('Markdown.'),
  rules: prose(20_000).default('').describe('Markdown.'),
  ...terraformModule,
  flags,
})

export const bundleFile = z.strictObject({
  title,
  status,
  price,
  courses: z.array(slug).max(100).default([]),
  description: prose(20_000).default('').describe('Markdown.'),
})

export const formFile = z.strictObject({
  title: formFields.title,
  intro: formFields.intro.default(''),
  anonymity_threshold: formFields.anonymity_threshold.default(3).describe('Answers of smaller groups are hidden.'),
  questions: z
    .array(
      z.strictObject({
        slug: slug.describe('Permanent name of the question: answers are stored under it.'),
        kind: questionFields.kind,
        label: questionFields.label,
        choices: questionFields.choices.default([]),
        required: questionFields.required.default(false),
      }),
    )
    .max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`)
    .default([]),
})

/** Every kind of file, keyed by the name of its JSON Schema. */
export const contentFiles = {
  course: courseFile,
  lesson: lessonFile,
  lab: labFile,
  canary: canaryScript,
  exam: examFile,
  bundle: bundleFile,
  form: formFile,
} as const

/** JSON Schema for completion and validation in an editor. Fields with a default are optional. */
export const jsonSchema = (name: string, schema: z.ZodType) => ({
  title: `Flagyard content: ${name}`,
  ...z.toJSONSchema(schema, { io: 'input' }),
})
