import { z } from 'zod'
import { line } from '../contract/fields.ts'

/** Text of several lines. Tabs and line ends are its only control characters. */
export const prose = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(
      (value) => value.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(value),
      'Leave out control characters and broken letters',
    )

/** The largest number that a column takes. */
const LARGEST = 2_147_483_647
export const whole = (max = LARGEST, min = 0) => z.int().min(min).max(max)

export const lines = (maxLength: number, most: number) => z.array(line(maxLength).min(1)).max(most).default([])

export const price = z.strictObject({
  amount: whole().describe('In the smallest unit of the currency: 4900 is 49 euros.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use three capital letters, such as EUR')
    .default('EUR'),
})

/** The name of a file in the folder `files`. */
const file = (types: readonly string[]) =>
  z
    .string()
    .max(120)
    .regex(
      new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]*\\.(${types.join('|')})$`),
      `Name a file in the folder files, of the type ${types.join(', ')}`,
    )
export const films = ['webm', 'mp4'] as const
export const downloads = ['zip', 'gz', 'pdf', 'txt', 'json'] as const
export const film = file(films)
export const captionsFile = file(['vtt'])
export const download = file(downloads)

export const variableName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'Use a–z, 0–9 and underscores, and begin with a letter')
