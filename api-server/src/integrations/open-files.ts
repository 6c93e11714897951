import type { Config } from '../config.ts'
import { type FileStore, openFileStore } from './files.ts'

/** The configured store: a bucket, whose code is only loaded if needed, or the data folder. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'bucket' | 'mediaUrl'>): Promise<FileStore> {
  if (!config.bucket) return openFileStore(config.dataDir)
  return (await import('./files-s3.ts')).openS3FileStore(config.bucket, config.mediaUrl)
}
