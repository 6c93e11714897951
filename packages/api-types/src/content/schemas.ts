import { z } from 'zod'
import { canaryScript, canaryScriptInRecord } from '../canaries/script.ts'
import { prose } from '../contract/content-fields.ts'
import { count, listFilter, money, search, slug, time, uuid } from '../contract/fields.ts'
import { extraFieldType, labHealth } from '../labs/schemas.ts'
import { contentDraft, plannedPublication } from '../revisions/schemas.ts'
import { defenseQuestionInRecord } from '../shell/defense.ts'
import { bundleFile, examFile, flagFields, labFile } from './files.ts'

/** What editors read and write in the console: the fields of the files of content (docs/how-to/content.md), with the same limits. */

type Bare<F> = F extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Extract<F, z.ZodType>

/** A field without its default: what is left out stays as it is. */
const bare = <F extends z.ZodType>(field: F) => (field instanceof z.ZodDefault ? field.unwrap() : field) as Bare<F>

type Shape = Readonly<Record<string, z.ZodType>>
const mapShape = (shape: Shape, change: (field: z.ZodType) => z.ZodType) =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, change(field)]))

/** Each field of a record, always there. */
const whole = <S extends Shape>(shape: S) => mapShape(shape, bare) as { [K in keyof S]: Bare<S[K]> }
/** Each field of a change, which may be left out. */
const changing = <S extends Shape>(shape: S) =>
  mapShape(shape, (field) => bare(field).optional()) as { [K in keyof S]: z.ZodOptional<Bare<S[K]>> }

const version = z.int().min(1)
const status = z.enum(['draft', 'published', 'archived'])

/** A flag as an editor sends it. By its id it is the same flag as before, however it is called; without one it is new. */
export const flagEdit = z.strictObject({
  id: uuid.optional(),
  /** Its name in files of content. Without one, it is made of the title. */
  slug: slug.optional(),
  ...flagFields,
  /** STATIC: the answer. Without it the stored one stays. */
  secret: z
    .string()
    .min(1)
    .max(500)
    .refine((value) => !/\p{Cc}/u.test(value), 'Leave out line breaks and control characters')
    .nullish(),
})
export type FlagEdit = z.output<typeof flagEdit>

const flags = z.array(flagEdit).max(200, 'At most 200 flags')
/** Without a version, the list as it is now is replaced. */
export const flagsEdit = z.strictObject({ version: version.optional(), flags })

/** A flag as it is read, field by field as it is sent: a secret is never told, and sent only to set another one. */
const flagInRecord = z.object({ id: uuid, slug: z.string(), ...whole(flagFields), secret: z.null() })
/** What is known of a flag besides. */
const flagFacts = z.object({
  id: uuid,
  /** STATIC: whether there is a secret, so that it can be solved. */
  has_secret: z.boolean(),
  /** How many people solved it. With these, a flag that is left out is archived. */
  solved_by: count,
})
export const flagRecord = flagInRecord.omit({ secret: true }).extend(flagFacts.shape).extend({ position: count })
export type FlagRecord = z.output<typeof flagRecord>
export const flagSecret = z.object({ id: uuid, secret: z.string().nullable() })

/** What became of flags that a list left out: those with a history are archived, by their titles. */
const removed = z.object({ archived: z.array(z.string()), deleted: z.array(z.string()) })
export const savedFlags = z.object({ version, flags: z.array(flagRecord), removed })

/** What stands between a draft and learners, each with the field that it is about. */
const missing = z.array(z.object({ field: z.string(), message: z.string() }))

const recordFields = {
  /** Its slug: what the console calls it by. */
  id: z.string(),
  slug: z.string(),
  version,
  created_at: time,
  updated_at: time,
  missing,
  allowed: z.array(z.enum(['update', 'publish', 'cancel_publication', 'discard_draft', 'delete', 'test'])),
}
const flagsInRecord = {
  /** Changes that people do not see yet; the fields are as they will be. Null when there are none. */
  draft: contentDraft.nullable(),
  planned: plannedPublication.nullable(),
  flags: z.array(flagInRecord),
  flag_facts: z.array(flagFacts),
  archived_flags: z.array(z.object({ id: uuid, title: z.string(), solved_by: count })),
}

/** The folder of modules does not have the module of this version, so that only the simulator can build it. */
const simulatedOnly = z.boolean()

const { flags: _labFlags, extra_fields, ...labFields } = labFile.shape
const extraFields = bare(extra_fields)
/** What stands in files of its own beside the lab's. */
const labText = { walkthrough: prose(20_000).nullable(), canary: canaryScript.nullable() }
export const labEdit = z.strictObject({
  version: version.optional(),
  ...changing({ ...labFields, ...labText, extra_fields }),
  flags: flags.optional(),
})
export type LabEdit = z.output<typeof labEdit>
/** A lab as its editors see it. */
export const labRecord = z.object({
  ...recordFields,
  ...whole({ ...labFields, ...labText }),
  /** Null too for whoever may not change it: it tells the answers. */
  canary: canaryScriptInRecord.nullable(),
  defense: defenseQuestionInRecord.nullable(),
  extra_fields: z.array(extraFields.element.extend({ type: extraFieldType, choices: z.array(z.string()) })),
  ...flagsInRecord,
  /** Lessons that contain it. */
  lessons: z.array(z.object({ course: z.string(), section: z.string(), lesson: z.string(), title: z.string() })),
  deployments: count,
  simulated_only: simulatedOnly,
  /** When an author last solved all its required flags in a test run of its present module; null when nobody did. */
  tested_at: time.nullable(),
  health: labHealth,
  /** What its stages build; null where the module alone says it. */
  plan: z
    .object({
      resources: count,
      /** In millionths an hour, of all that has a price. */
      hourly_cost: count,
      /** Types that the price list does not know. */
      unpriced: z.array(z.string()),
    })
    .nullable(),
})
export type LabRecord = z.output<typeof labRecord>

const { flags: _examFlags, ...examFields } = examFile.shape
const examText = { canary: labText.canary }
export const examEdit = z.strictObject({
  version: version.optional(),
  ...changing({ ...examFields, ...examText }),
  flags: flags.optional(),
})
export type ExamEdit = z.output<typeof examEdit>
export const examRecord = z.object({
  ...recordFields,
  ...whole(examFields),
  /** Null too for whoever may not change it: it tells the answers. */
  canary: canaryScriptInRecord.nullable(),
  ...flagsInRecord,
  attempts_taken: count,
  simulated_only: simulatedOnly,
  health: labHealth,
})
export type ExamRecord = z.output<typeof examRecord>

const { courses, ...bundleFields } = bundleFile.shape
export const bundleEdit = z.strictObject({
  version: version.optional(),
  ...changing({ ...bundleFields, courses }),
})
export type BundleEdit = z.output<typeof bundleEdit>
export const bundleRecord = z.object({
  ...recordFields,
  ...whole({ ...bundleFields, courses }),
})
export type BundleRecord = z.output<typeof bundleRecord>
export const bundleRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status,
  price: money,
  courses: count,
  sold: count,
  updated_at: time,
})
export type BundleRow = z.output<typeof bundleRow>
export const bundleFilter = listFilter({ q: search.optional(), status: status.optional() })

/** Whether the sample is imported, or only what an import would do is told. */
export const sampleImport = z.strictObject({ dry_run: z.boolean() })

/** What an import of content did, or would do. When something is refused, nothing is done. */
export const importReport = z.object({
  applied: z.array(
    z.object({
      kind: z.enum(['forms', 'labs', 'courses', 'bundles', 'exams']),
      slug: z.string(),
      action: z.enum(['create', 'update', 'archive', 'delete']),
      /** How many values become others, and which: the first of them by their keys. */
      differences: count,
      changed: z.array(z.string()),
      /** Parts that leave it: a lesson, a section, a flag, a question. Those with a history are archived. */
      archived: z.array(z.string()),
      deleted: z.array(z.string()),
    }),
  ),
  /** The first of what cannot be used, with the place in its file. */
  refused: z.array(z.object({ file: z.string(), line: count, message: z.string() })),
  refused_count: count,
  notes: z.array(z.string()),
})
export type ImportReport = z.output<typeof importReport>

/** An archive that was uploaded: what would it do? With `prune`, what it does not have leaves the catalogue. */
export const archiveCheck = z.strictObject({ upload: uuid, prune: z.boolean() })
/** Does what the report of this version says. */
export const archiveImport = z.strictObject({ version })

export const contentImport = z.object({
  /** Of the upload too. */
  id: uuid,
  filename: z.string(),
  prune: z.boolean(),
  /** `checked`: the report says what an import would do; `imported`: it says what was done; `failed`: `failure` says why. */
  state: z.enum(['checking', 'checked', 'importing', 'imported', 'failed']),
  version,
  report: importReport.nullable(),
  /** The catalogue changed after an earlier report was shown. Nothing was imported, and the report is a new one. */
  moved: z.boolean(),
  failure: z.string().nullable(),
  updated_at: time,
})
export type ContentImport = z.output<typeof contentImport>

/** `<SHA-256>.<type>`: what a stored file of content is known by. */
const checksumName = z.string().regex(/^[0-9a-f]{64}\.\w{1,8}$/, 'Name a file by its SHA-256 and type')
/** Most files that are told or asked about in one call. */
const MAX_NAMES = 2000

export const contentExport = z.strictObject({
  /** Films, captions, pictures and downloads too; without them, they are named by their checksums. */
  files: z.boolean(),
  /** The secrets of flags in plain text. */
  with_secrets: z.literal(true).optional(),
  /** Files that whoever asks has already, by their names: they keep their names, and are not sent. */
  here: z
    .record(z.string().max(120), checksumName)
    .refine((names) => Object.keys(names).length <= MAX_NAMES, `At most ${MAX_NAMES} files`)
    .optional(),
})

export const storedFilesAsk = z.strictObject({ names: z.array(checksumName).max(MAX_NAMES) })
export const missingFiles = z.object({ missing: z.array(z.string()) })
