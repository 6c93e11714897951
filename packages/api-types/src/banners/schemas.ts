import { z } from 'zod'
import { link, listFilter, search, text, time, uuid } from '../contract/fields.ts'

export const banner = z.object({ id: uuid, link: z.string().nullable(), content: z.string() })
export type Banner = z.output<typeof banner>

/** Computed from the server clock. A banner that is off or removed is never shown, regardless of its dates. */
export const bannerState = z.enum(['active', 'planned', 'ended', 'off', 'removed'])

export const bannerAction = z.enum(['update', 'delete', 'restore'])

export const bannerRecord = banner.extend({
  version: z.int(),
  state: bannerState,
  active: z.boolean(),
  position: z.int(),
  shows_from: time.nullable(),
  shows_until: time.nullable(),
  created_at: time,
  updated_at: time,
  allowed: z.array(bannerAction),
})
export type BannerRecord = z.output<typeof bannerRecord>
/** Removed banners are listed only with `state: removed`. */
export const bannerFilter = listFilter({ q: search.optional(), state: bannerState.optional() })

/** Browsers treat `//example.com` and `/\example.com` as another site, so paths must not start like that. */
const ownPath = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u
/** User names are rejected: `https://bank.com@example.com` looks like another site. */
const webAddress = /^https?:\/\/[^\s\p{Cc}\\@/]+([/?#][^\s\p{Cc}\\]*)?$/iu

/** A path of this site or a web address. */
const bannerLink = z
  .string()
  .max(2048)
  .refine(
    (value) => ownPath.test(value) || (webAddress.test(value) && link.safeParse(value).success),
    'Use an address that begins with https://, or a path of this site like /courses',
  )

const shown = {
  content: text(1000).trim().min(1, 'Enter the text of the banner'),
  link: bannerLink.nullable(),
  active: z.boolean(),
  position: z.int().min(0).max(1000),
  shows_from: z.iso.datetime().nullable(),
  shows_until: z.iso.datetime().nullable(),
}

export const bannerInput = z
  .strictObject({ ...shown })
  .partial()
  .required({ content: true })
export const bannerEdit = z
  .strictObject({ ...shown, version: z.int() })
  .partial()
  .required({ version: true })
