import { z } from 'zod'
import { canaryScript, canaryScriptInRecord } from '../canaries/script.ts'
import { prose } from '../contract/content-fields.ts'
import { count, listFilter, money, search, slug, time, uuid } from '../contract/fields.ts'
import { extraFieldType, labHealth } from '../labs/schemas.ts'
import { contentDraft, plannedPublication } from '../revisions/schemas.ts'
import { defenseQuestionInRecord } from '../shell/defense.ts'
import { bundleFile, examFile, flagFields, labFile } from './files.ts'

/** Content as edited in the console: the fields of the content files (docs/how-to/content.md), with the same limits. */

type Bare<F> = F extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Extract<F, z.ZodType>

/** A field without its default, so that an omitted field stays unchanged. */
const bare = <F extends z.ZodType>(field: F) => (field instanceof z.ZodDefault ? field.unwrap() : field) as Bare<F>

type Shape = Readonly<Record<string, z.ZodType>>
const mapShape = (shape: Shape, change: (field: z.ZodType) => z.ZodType) =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, change(field)]))

/** Record fields: all required. */
const whole = <S extends Shape>(shape: S) => mapShape(shape, bare) as { [K in keyof S]: Bare<S[K]> }
/** Edit fields: all optional. */
const changing = <S extends Shape>(shape: S) =>
  mapShape(shape, (field) => bare(field).optional()) as { [K in keyof S]: z.ZodOptional<Bare<S[K]>> }

const version = z.int().min(1)
const status = z.enum(['draft', 'published', 'archived'])

/** A flag as sent by an editor. With an id it updates that flag, even under a new title; without one it creates a flag. */
export const flagEdit = z.strictObject({
  id: uuid.optional(),
  /** Name in content files. Default: derived from the title. */
  slug: slug.optional(),
  ...flagFields,
  /** STATIC: the answer. If omitted, the stored one is unchanged. */
  secret: z
    .string()
    .min(1)
    .max(500)
    .refine((value) => !/\p{Cc}/u.test(value), 'Leave out line breaks and control characters')
    .nullish(),
})
export type FlagEdit = z.output<typeof flagEdit>

const flags = z.array(flagEdit).max(200, 'At most 200 flags')
/** Without a version, the current list is replaced unconditionally. */
export const flagsEdit = z.strictObject({ version: version.optional(), flags })

/** A flag as returned by the API, with each field listed explicitly. The secret is write-only. */
const flagInRecord = z.object({ id: uuid, slug: z.string(), ...whole(flagFields), secret: z.null() })
const flagFacts = z.object({
  id: uuid,
  /** STATIC: whether a secret is set, so that the flag can be solved. */
  has_secret: z.boolean(),
  /** Number of people who solved it. If it is above 0, omitting the flag archives it instead of deleting it. */
  solved_by: count,
})
export const flagRecord = flagInRecord.omit({ secret: true }).extend(flagFacts.shape).extend({ position: count })
export type FlagRecord = z.output<typeof flagRecord>
export const flagSecret = z.object({ id: uuid, secret: z.string().nullable() })

/** Titles of the flags removed from the list: those with a history are archived, the rest deleted. */
const removed = z.object({ archived: z.array(z.string()), deleted: z.array(z.string()) })
export const savedFlags = z.object({ version, flags: z.array(flagRecord), removed })

/** Problems that block publication, with the affected field. */
const missing = z.array(z.object({ field: z.string(), message: z.string() }))

const recordFields = {
  /** Slug, used as the row id in the console. */
  id: z.string(),
  slug: z.string(),
  version,
  created_at: time,
  updated_at: time,
  missing,
  allowed: z.array(z.enum(['update', 'publish', 'cancel_publication', 'discard_draft', 'delete', 'test'])),
}
const flagsInRecord = {
  /** Unpublished changes; the other fields show the draft values. Null if there are none. */
  draft: contentDraft.nullable(),
  planned: plannedPublication.nullable(),
  flags: z.array(flagInRecord),
  flag_facts: z.array(flagFacts),
  archived_flags: z.array(z.object({ id: uuid, title: z.string(), solved_by: count })),
}

/** Whether the modules folder lacks this version of the module, so that only the simulator can build it. */
const simulatedOnly = z.boolean()

const { flags: _labFlags, extra_fields, ...labFields } = labFile.shape
const extraFields = bare(extra_fields)
/** Content stored in separate files next to the lab's. */
const labText = { walkthrough: prose(20_000).nullable(), canary: canaryScript.nullable() }
export const labEdit = z.strictObject({
  version: version.optional(),
  ...changing({ ...labFields, ...labText, extra_fields }),
  flags: flags.optional(),
})
export type LabEdit = z.output<typeof labEdit>
/** A lab as shown to editors. */
export const labRecord = z.object({
  ...recordFields,
  ...whole({ ...labFields, ...labText }),
  /** Also null for administrators who may not edit it, because it contains the answers. */
  canary: canaryScriptInRecord.nullable(),
  defense: defenseQuestionInRecord.nullable(),
  extra_fields: z.array(extraFields.element.extend({ type: extraFieldType, choices: z.array(z.string()) })),
  ...flagsInRecord,
  /** Lessons that contain it. */
  lessons: z.array(z.object({ course: z.string(), section: z.string(), lesson: z.string(), title: z.string() })),
  deployments: count,
  simulated_only: simulatedOnly,
  /** When an author last solved all required flags in a test run of the current module; null if never. */
  tested_at: time.nullable(),
  health: labHealth,
  /** Resources that its stages build; null if only the module defines them. */
  plan: z
    .object({
      resources: count,
      /** In millionths of the currency per hour, for resources with a known price. */
      hourly_cost: count,
      /** Resource types missing from the price list. */
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
  /** Also null for administrators who may not edit it, because it contains the answers. */
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

export const sampleImport = z.strictObject({ dry_run: z.boolean() })

/** Result of a content import or its dry run. If any file is rejected, nothing is imported. */
export const importReport = z.object({
  applied: z.array(
    z.object({
      kind: z.enum(['forms', 'labs', 'courses', 'bundles', 'exams']),
      slug: z.string(),
      action: z.enum(['create', 'update', 'archive', 'delete']),
      /** Number of changed values, and the keys of the first ones. */
      differences: count,
      changed: z.array(z.string()),
      /** Removed parts: lessons, sections, flags and questions. Those with a history are archived. */
      archived: z.array(z.string()),
      deleted: z.array(z.string()),
    }),
  ),
  /** The first rejected entries, with their file and line. */
  refused: z.array(z.object({ file: z.string(), line: count, message: z.string() })),
  refused_count: count,
  notes: z.array(z.string()),
})
export type ImportReport = z.output<typeof importReport>

/** Dry run of an uploaded archive. With `prune`, content missing from the archive is removed from the catalogue. */
export const archiveCheck = z.strictObject({ upload: uuid, prune: z.boolean() })
/** Runs the import described by the report of this version. */
export const archiveImport = z.strictObject({ version })

export const contentImport = z.object({
  /** Also the id of the upload. */
  id: uuid,
  filename: z.string(),
  prune: z.boolean(),
  /** `checked`: the report is a dry run; `imported`: the report shows the result; `failed`: see `failure`. */
  state: z.enum(['checking', 'checked', 'importing', 'imported', 'failed']),
  version,
  report: importReport.nullable(),
  /** The catalogue changed after an earlier report was shown. Nothing was imported; this is a new report. */
  moved: z.boolean(),
  failure: z.string().nullable(),
  updated_at: time,
})
export type ContentImport = z.output<typeof contentImport>

/** `<SHA-256>.<type>`: name of a stored content file. */
const checksumName = z.string().regex(/^[0-9a-f]{64}\.\w{1,8}$/, 'Name a file by its SHA-256 and type')
/** Maximum number of file names per call. */
const MAX_NAMES = 2000

export const contentExport = z.strictObject({
  /** Includes videos, captions, pictures and downloads. Otherwise they are referenced by checksum. */
  files: z.boolean(),
  /** Includes flag secrets in plain text. */
  with_secrets: z.literal(true).optional(),
  /** Files the caller already has, by name. They keep these names and are not sent again. */
  here: z
    .record(z.string().max(120), checksumName)
    .refine((names) => Object.keys(names).length <= MAX_NAMES, `At most ${MAX_NAMES} files`)
    .optional(),
})

export const storedFilesAsk = z.strictObject({ names: z.array(checksumName).max(MAX_NAMES) })
export const missingFiles = z.object({ missing: z.array(z.string()) })
