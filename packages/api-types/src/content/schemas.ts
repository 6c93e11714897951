import { z } from 'zod'
import { count } from '../contract/fields.ts'

/** Whether the sample is imported, or only what an import would do is told. */
export const sampleImport = z.strictObject({ dry_run: z.boolean() })

/** What an import of content did, or would do. When something is refused, nothing is done. */
export const importReport = z.object({
  applied: z.array(
    z.object({
      kind: z.enum(['forms', 'labs', 'courses', 'bundles', 'exams']),
      slug: z.string(),
      action: z.enum(['create', 'update', 'archive', 'delete']),
      /** How many values become others. */
      differences: count,
    }),
  ),
  refused: z.array(z.object({ file: z.string(), line: count, message: z.string() })),
  notes: z.array(z.string()),
})
export type ImportReport = z.output<typeof importReport>
