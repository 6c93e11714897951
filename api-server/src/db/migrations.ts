import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'

/** Written by drizzle-kit, read by both databases. */
export const migrationsFolder = join(serverFolder, 'migrations')
