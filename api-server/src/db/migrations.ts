import { fileURLToPath } from 'node:url'

/** Where drizzle-kit writes, and both databases read. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
