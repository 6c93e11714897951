import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Baseline, baselineFile } from './cleaner-config.ts'
import { CloudError } from './driver.ts'

/** Reads the file of an operator. One that cannot be read lets no cleaner start: without it too much would be removed. */
export async function readBaseline(path: string): Promise<Baseline> {
  try {
    return baselineFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : 'unknown'
    throw new CloudError('failed', `The file of baselines (CLEAN_BASELINE_FILE) cannot be used: ${why}`)
  }
}
