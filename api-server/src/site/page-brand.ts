import { themeColours } from '@flagyard/api-types/brand/contrast'
import type { PageBrand } from '@flagyard/ui/brand'
import { brand, pictureUrl } from '../brand.ts'
import { escapeMarkup } from './page-text.ts'

/** Puts the owner's brand into an app's index.html: name, colours, logo and icon. */
export function withBrand(template: string): string {
  const { name, version, pictures, accent_light, accent_dark, social_links, powered_by_shown } = brand()
  if (version === 0) return template
  const [light, dark, favicon] = [pictures.logo_light, pictures.logo_dark, pictures.favicon].map(pictureUrl)
  const given: PageBrand = {
    name,
    accent_light,
    accent_dark,
    logos: light
      ? dark
        ? [
            [light, 'on-light'],
            [dark, 'on-dark'],
          ]
        : [[light, '']]
      : [],
    links: social_links.map((url) => [url, new URL(url).hostname.replace(/^www\./, '')]),
    powered_by_shown,
  }
  const colours = accentRule(':root', 'light', accent_light) + accentRule(DARK, 'dark', accent_dark)
  return template
    .replace(
      /<meta name="brand" content=""\s*\/?>/,
      () => `<meta name="brand" content="${escapeMarkup(JSON.stringify(given))}">`,
    )
    .replace(/<title>Flagyard/, () => `<title>${escapeMarkup(name)}`)
    .replace(/<link rel="icon"[^>]*>/, (icon) => (favicon ? `<link rel="icon" href="${favicon}">` : icon))
    .replace(/(?<=<div class="boot">).*?(?=<\/div>)/s, () => logoMarkup(given))
    .replace('</head>', () => (colours ? `<style>${colours}</style></head>` : '</head>'))
}

const DARK = '.dark,:root[data-theme="dark"]'

/** The colours of tokens.css that follow from the accent colour. */
const accentRule = (selector: string, theme: 'light' | 'dark', accent: string | null) =>
  accent === null
    ? ''
    : `${selector}{--accent:${accent};--accent-hover:color-mix(in srgb,${accent} 85%,var(--ink));--accent-soft:color-mix(in srgb,${accent} 12%,var(--surface));--on-accent:${themeColours[theme].onAccent}}`

/** The same as the component `Logo`. */
const logoMarkup = ({ name, logos }: PageBrand) =>
  logos.map(([url, theme]) => `<img src="${url}" alt="${escapeMarkup(name)}" class="brand-logo ${theme}">`).join('') ||
  escapeMarkup(name)
