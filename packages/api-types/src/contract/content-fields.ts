import { z } from 'zod'
import { line, type Money, soldCurrency } from './fields.ts'
import { DEFAULT_CURRENCY, stepOf } from './money.ts'

/** Multi-line text. Tabs and line ends are the only control characters allowed. */
export const prose = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(
      (value) => value.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(value),
      'Leave out control characters and broken letters',
    )

/** Maximum value of an integer column. */
const LARGEST = 2_147_483_647
export const whole = (max = LARGEST, min = 0) => z.int().min(min).max(max)

const lines = (maxLength: number, most: number) => z.array(line(maxLength).min(1)).max(most)

const amount = whole().describe('In the smallest unit of the currency: 4900 is 49 euros, or 4900 yen.')
const isChargeable = ({ amount, currency }: Money) => amount % stepOf(currency) === 0
const notChargeable = { path: ['amount'], error: 'The last of the three decimals has to be 0 in this currency' }
/** A price with an explicit currency. */
export const namedPrice = z.strictObject({ amount, currency: soldCurrency }).refine(isChargeable, notChargeable)
export const price = z
  .strictObject({ amount, currency: soldCurrency.default(DEFAULT_CURRENCY) })
  .refine(isChargeable, notChargeable)

/** Name of a file in the `files` folder. */
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

/** Maximum number of sections in a course. */
export const MAX_SECTIONS = 100
/** Maximum number of lessons in a course. */
export const MAX_LESSONS = 1000
/** Maximum size of a lesson text, in bytes. */
export const MAX_BODY_BYTES = 262_144

/** Fields of a course, in files and in the console. Files set defaults for some of them. */
export const courseFields = {
  title: line(200).min(1),
  subtitle: line(300),
  position: whole(),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag, such as en or pt-BR'),
  clouds: z.array(z.enum(['aws', 'azure', 'gcp'])).max(3),
  tags: lines(60, 30),
  access_days: whole(36_500, 1).nullable(),
  certificate_months: whole(1200, 1).nullable(),
  feedback_share: z.number().min(0).max(1),
  video_share: z.number().min(0).max(1),
  estimated_hours: z.number().min(0).max(10_000).nullable(),
  description: prose(20_000),
  outcomes: lines(300, 50),
  prerequisites: lines(300, 50),
}
export const instructorFields = { name: line(120).min(1), title: line(160), bio: prose(4000) }

export const partTitle = line(200).min(1)
export const captionLanguage = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag, such as en')
export const captionLabel = line(60).min(1)
export const filmSeconds = whole(864_000)
/** Maximum number of chapters in a video. */
export const MAX_CHAPTERS = 100
/** Chapters of a video. Each ends where the next one starts. */
export const filmChapters = z
  .array(z.strictObject({ second: filmSeconds, title: line(120).min(1) }))
  .max(MAX_CHAPTERS, `At most ${MAX_CHAPTERS} chapters`)
  .refine(
    (chapters) => chapters.every(({ second }, at) => second > (chapters[at - 1]?.second ?? -1)),
    'Chapters must be in order, each starting at a different second',
  )
