import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'

/** Written by drizzle-kit, read by both databases. */
export const migrationsFolder = join(serverFolder, 'migrations')

/** Resolves with the promise's value, or throws an error with this message after the timeout. */
export async function withTimeout<T>(milliseconds: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
