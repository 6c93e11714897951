/** The bytes are in memory and in the row of the brand, because they are small and every process needs them. */
export interface BrandPicture {
  /** `<SHA-256>.<type>`. */
  name: string
  base64: string
}
/** `logo_print` is the light logo as PNG, for PDFs and e-mails. */
export type BrandPictures = Partial<
  Record<'logo_light' | 'logo_dark' | 'logo_print' | 'favicon' | 'share_picture', BrandPicture>
>

/** Name, colours and pictures that learners, buyers and employers see. Null fields have a default. */
export interface Brand {
  name: string
  mail_sender_name: string | null
  support_address: string | null
  accent_light: string | null
  accent_dark: string | null
  social_links: string[]
  powered_by_shown: boolean
  pictures: BrandPictures
  /** Address of `logo_print` for e-mails. */
  print_logo_url?: string | undefined
  /** 0: the owner has not set a brand. */
  version: number
}

export const flagyard: Brand = {
  name: 'Flagyard',
  mail_sender_name: null,
  support_address: null,
  accent_light: null,
  accent_dark: null,
  social_links: [],
  powered_by_shown: false,
  pictures: {},
  version: 0,
}

let current = flagyard

/**
 * Current brand of this installation. It belongs to the process, like the configuration, so that every text can read it. The feature `brand` sets it at
 * startup and after each change.
 */
export const brand = (): Brand => current

/** Only for the feature `brand`, and for tests. */
export const setBrand = (next: Brand): void => {
  current = next
}

/** Address that receives messages to the team. */
export const supportAddress = ({ contactEmail }: { contactEmail: string }): string =>
  current.support_address ?? contactEmail

/** Accent colour on light backgrounds: e-mails and PDFs. */
export const printAccent = (): string => current.accent_light ?? '#c8203a'

/** Path of a picture. Other bytes have another name, so that it can be cached forever. */
export const pictureUrl = (picture: BrandPicture | undefined): string | null =>
  picture ? `/api/v1/brand_pictures/${picture.name}` : null
