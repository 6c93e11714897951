import { z } from 'zod'
import { link, listFilter, text, time, uuid } from '../contract/fields.ts'

export const banner = z.object({ id: uuid, link: z.string().nullable(), content: z.string() })
export type Banner = z.output<typeof banner>

/** Where a banner stands by the server's clock; a banner that is off shows nothing whatever its time. */
export const bannerState = z.enum(['active', 'planned', 'ended', 'off'])

export const bannerAction = z.enum(['update', 'delete'])

export const bannerRecord = banner.extend({
  version: z.int(),
  state: bannerState,
  active: z.boolean(),
  position: z.int(),
  shows_from: time.nullable(),
  shows_until: time.nullable(),
  created_at: time,
  updated_at: time,
  /** What whoever asks may do with it now. A call named here passes, unless a limit of tries refuses it. */
  allowed: z.array(bannerAction),
})
export type BannerRecord = z.output<typeof bannerRecord>
export const bannerFilter = listFilter({ state: bannerState.optional() })

/** `//elsewhere` and `/\elsewhere` leave the site as much as `https://` does, and say so less. */
const ownPath = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u
/** A name before the host makes an address read like another's. */
const webAddress = /^https?:\/\/[^\s\p{Cc}\\@/]+([/?#][^\s\p{Cc}\\]*)?$/iu

/** Followed by the reader's browser and by nobody else. */
const bannerLink = z
  .string()
  .max(2048)
  .refine(
    (value) => ownPath.test(value) || (webAddress.test(value) && link.safeParse(value).success),
    'Use an address that begins with https://, or a path of this site like /courses',
  )

const shown = {
  content: text(1000).trim().min(1, 'Say something'),
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
