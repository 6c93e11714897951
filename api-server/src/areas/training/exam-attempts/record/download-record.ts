import { attemptRecord } from '@flagyard/api-types/schemas'
import type { AttemptRecord } from './read-record.ts'

/** The record as a PDF, generated from the same response as the page. */
export async function recordFile(read: AttemptRecord): Promise<{ name: string; file: Buffer }> {
  const record = attemptRecord.parse(read)
  // Imported on demand, because it loads fonts.
  const { renderRecord } = await import('./record-pdf.ts')
  return { name: `flagyard-exam-${record.exam}-attempt-${record.number}.pdf`, file: await renderRecord(record) }
}
