/** Brand of the site, as the server writes it into each page. Colours are null if they are the standard ones. */
export interface PageBrand {
  name: string
  accent_light: string | null
  accent_dark: string | null
  /** Logo, or one for each theme, with a class of base.css. Without any, the name is shown. */
  logos: [url: string, className: string][]
  /** Addresses for the footer, each with its label. */
  links: [url: string, label: string][]
  powered_by_shown: boolean
}

const text = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content

/** Null unless the owner has set a brand. */
export const ownBrand: PageBrand | null = text ? JSON.parse(text) : null

/** Name of the site. */
export const siteName = ownBrand?.name ?? 'Flagyard'
