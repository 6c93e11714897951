import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Baseline, baselineFile } from './cleaner-config.ts'
import { CloudError } from './driver.ts'

/** Reads the operator's baseline file. Without a readable baseline no cleaner may start, because it would remove too much. */
export async function readBaseline(path: string): Promise<Baseline> {
  try {
    return baselineFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : 'unknown'
    throw new CloudError('failed', `The file of baselines (CLEAN_BASELINE_FILE) cannot be used: ${why}`)
  }
}
