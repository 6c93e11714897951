import { attemptRecord } from '@flagyard/api-types/schemas'
import type { AttemptRecord } from './read-record.ts'

/** The record as a file, from the very answer that the page shows. */
export async function recordFile(read: AttemptRecord): Promise<{ name: string; file: Buffer }> {
  const record = attemptRecord.parse(read)
  // Typefaces are read for it: only for those who ask.
  const { renderRecord } = await import('./record-pdf.ts')
  return { name: `flagyard-exam-${record.exam}-attempt-${record.number}.pdf`, file: await renderRecord(record) }
}
