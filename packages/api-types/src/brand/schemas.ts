import { z } from 'zod'
import { email, line } from '../contract/fields.ts'
import { lowestContrast, MIN_CONTRAST, type Theme } from './contrast.ts'

/** Maximum size of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 200_000

const accent = (theme: Theme) =>
  z
    .string()
    .regex(/^#[\da-f]{6}$/i, { error: 'Use a colour such as #0b5fff', abort: true })
    .toLowerCase()
    .superRefine((colour, issues) => {
      const contrast = lowestContrast(theme, colour)
      if (contrast < MIN_CONTRAST)
        issues.addIssue(
          `Contrast in the ${theme} theme is only ${contrast.toFixed(2)}:1. It must be at least ${MIN_CONTRAST}:1`,
        )
    })
    .nullable()

/** New picture as a data URL. Null removes the picture; a missing field leaves it unchanged. */
const picture = (...types: string[]) =>
  z
    .string()
    .max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 40, `A picture can have at most ${MAX_PICTURE_BYTES / 1000} kB`)
    .regex(new RegExp(`^data:image/(?:${types.join('|')});base64,[A-Za-z0-9+/]+={0,2}$`), {
      error: types.length > 1 ? 'Choose a PNG or SVG file' : 'Choose a PNG file',
    })
    .nullable()
    .optional()
const logo = picture('png', String.raw`svg\+xml`)

const settings = {
  name: line(60).min(1, 'Enter a name'),
  /** Name of the sender of e-mails; null means the name of the brand. */
  mail_sender_name: line(60).min(1).nullable(),
  /** Replaces CONTACT_EMAIL. */
  support_address: email.nullable(),
  /** Null means the standard colours. */
  accent_light: accent('light'),
  accent_dark: accent('dark'),
  /** Shown in the footer. */
  social_links: z
    .array(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Use an address with https' }).max(300))
    .max(8, 'Add at most 8 links'),
  /** Whether the footer says “Powered by Flagyard”. */
  powered_by_shown: z.boolean(),
}

export const brandEdit = z.strictObject({
  ...settings,
  logo_light: logo,
  /** Logo on dark backgrounds. Without it, the other one is used. */
  logo_dark: logo,
  favicon: logo,
  /** Shown with shared links to pages that have no picture. */
  share_picture: picture('png'),
  version: z.int(),
})

const url = z.string().nullable()
export const brandSettings = z.object({
  name: z.string(),
  mail_sender_name: z.string().nullable(),
  support_address: z.string().nullable(),
  accent_light: z.string().nullable(),
  accent_dark: z.string().nullable(),
  social_links: z.array(z.string()),
  powered_by_shown: z.boolean(),
  logo_light: url,
  logo_dark: url,
  favicon: url,
  share_picture: url,
  /** 0 until the settings are saved for the first time. */
  version: z.int(),
  allowed: z.array(z.enum(['update'])),
})
export type BrandSettings = z.output<typeof brandSettings>
