import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'

/** Where drizzle-kit writes, and both databases read. */
export const migrationsFolder = join(serverFolder, 'migrations')
