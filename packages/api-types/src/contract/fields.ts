import { z } from 'zod'
import { isSold } from './currencies.ts'
import { normalizeEmail } from './email-address.ts'
import { toOwnPath } from './own-path.ts'
import { findLocale, findTimeZone } from './time-zone.ts'

/** Sent as ISO 8601 in UTC; server code may return a Date. */
export const time = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())
export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Use a–z, 0–9 and dashes, up to 64 characters')
export const uuid = z.uuid()
/** Lower-case ASCII only, so that no two usernames look alike. */
export const username = z.string().regex(/^[a-z0-9_-]{3,32}$/, 'Use 3 to 32 of a–z, 0–9, dash and underscore')
/** For new accounts; older usernames may start or end with other characters. */
export const newUsername = username.pipe(
  z.string().regex(/^[a-z0-9].*[a-z0-9]$/, 'Begin and end with a letter or a digit'),
)
/** Common form of an address, including top-level domains of other scripts in ASCII, such as `xn--p1ai`. */
const ADDRESS =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/u
const noAddress = ({ input }: { input: unknown }) =>
  input === '' ? 'Enter an e-mail address' : 'This is not an e-mail address'
export const email = z
  .string()
  .overwrite(normalizeEmail)
  .max(254)
  .pipe(z.email({ pattern: ADDRESS, error: noAddress }))
/** Identifies an account by its username, or by its e-mail address once activated. */
export const accountName = z.union([username, email], 'Give a username or an e-mail address')
export const password = z.string().min(8, 'Use at least 8 characters').max(256, 'Use at most 256 characters')
/**
 * Format characters are invisible but can reorder the text around them (U+202E) or make two names look the same. The two joiners are allowed only
 * between letters or emoji.
 */
const INVISIBLE =
  /(?![\u200C\u200D])\p{Cf}|(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/u
export const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(maxLength)
    .refine((value) => !/\p{Cc}/u.test(value), 'Leave out line breaks and control characters')
    .refine((value) => !INVISIBLE.test(value), 'Leave out invisible characters')
export const text = (maxLength: number) => z.string().max(maxLength)
export const fullName = line(120).min(1, 'Tell us your name')
/** Time zone in any spelling that people or browsers use, normalised to its current name. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => findTimeZone(name) !== undefined, 'Unknown time zone. Use a name such as Europe/Berlin')
  .overwrite((name) => findTimeZone(name) ?? name)
/** Language tag supported for formatting dates and numbers. */
export const locale = z
  .string()
  .max(35)
  .refine((tag) => findLocale(tag) !== undefined, 'Unknown language')
  .overwrite((tag) => findLocale(tag) ?? tag)
/** A link entered by a person; http and https only. */
export const link = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2048)
/** Path on this site for a redirect. */
export const ownPath = z
  .string()
  .max(600)
  .refine((path) => toOwnPath(path, 'https://any.example') !== null, 'This is not a page of this site')
/** Currency code of a stored amount. Reads accept any code, including those no longer allowed for new prices. */
export const currency = z.string().length(3)
export const soldCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Use three capital letters, such as EUR', abort: true })
  .refine(isSold, 'We do not accept payments in this currency')
/** Amount in minor units, such as cents. */
export const money = z.object({ amount: z.int().min(0), currency })
export type Money = z.output<typeof money>
export const count = z.int().min(0)
export const hour = z.int().min(0).max(23)

/** Query of a list as ra-data-simple-rest sends it: JSON in `filter`, `range` and `sort`. The operation's `list` defines it. */
export const listFields = z.strictObject({
  filter: z.string().max(20_000).optional(),
  range: z.string().max(100).optional(),
  sort: z.string().max(200).optional(),
})

const rowId = z.string().max(64)
const rowIds = z.union([z.array(rowId).max(1000), rowId.transform((id) => [id])]).optional()
/** Filter of a list: its keys, and `id` with one or more row ids. */
export const listFilter = <const Keys extends z.ZodRawShape>(keys: Keys) => z.strictObject({ id: rowIds, ...keys })
/** Filter of a list without any keys besides `id`. */
export const idFilter = listFilter({})
const position = z.int().min(0).max(10_000_000)
/** First and last row, counting from 0. */
export const listRange = z.tuple([position, position])
export const listSort = (sorts: readonly string[]) => z.tuple([z.enum(['id', ...sorts]), z.enum(['ASC', 'DESC'])])
/** Filters rows by account: username, or e-mail address once activated. */
export const accountSearch = z.string().max(254)
/** Search text, matched anywhere in a row's text. */
export const search = z.string().max(100)

/** Path segments of operations. They are not allowed as slugs or usernames, because they would clash with those paths. */
export const reserved = [
  'me',
  'flags',
  'check',
  'purchase',
  'purchase_bundle',
  'reset',
  'schedule',
  'complete',
  'create',
  'details',
  'deploy',
  'destroy',
  'extend',
  'generate',
  'resend',
  'get_video_url',
  'update_last_seen',
  'add_extra_data',
] as const

/** State of an e-mail. `kept`: written while no mail server was configured, so nothing was sent. */
export const mailState = z.enum(['waiting', 'sending', 'sent', 'kept', 'failed', 'bounced'])
