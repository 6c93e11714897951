/** Contrast of two `#rrggbb` colours, as WCAG 2.2 defines it: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3 AA). The accent colour is used for text too. */
export const MIN_CONTRAST = 4.5

/** Surfaces below the accent colour in each theme, as in tokens.css, and the colour of text drawn on it. */
export const themeColours = {
  light: { surfaces: ['#faf9f6', '#ffffff', '#f1efea'], onAccent: '#ffffff' },
  dark: { surfaces: ['#0e1014', '#161920', '#0a0c0f'], onAccent: '#0a0c0f' },
} as const
export type Theme = keyof typeof themeColours

/** Lowest contrast of an accent colour in a theme: with the surfaces below it, and with the text on it. */
export const lowestContrast = (theme: Theme, accent: string): number =>
  Math.min(...[...themeColours[theme].surfaces, themeColours[theme].onAccent].map((other) => contrastOf(accent, other)))
