import { themeColours } from '@flagyard/api-types/brand/contrast'
import { ownBrand } from '@flagyard/ui/brand'
import tokens from '@flagyard/ui/tokens.css?raw'
import type { RaThemeOptions } from 'react-admin'
import { components } from './theme-components.tsx'

/** MUI themes from the shared design tokens. MUI computes with colours, so it needs values instead of CSS variables. */
export const lightTheme = themeOf('light', colours(':root {'))
export const darkTheme = themeOf('dark', colours(':root[data-theme="dark"] {'))

type Colours = (name: string) => string

function colours(rule: string): Colours {
  const start = tokens.indexOf(rule)
  const block = tokens.slice(start, tokens.indexOf('}', start))
  return (name) => {
    const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(block)?.[1]
    if (value === undefined) throw new Error(`tokens.css has no --${name} in ${rule}`)
    return value.trim()
  }
}

function themeOf(mode: 'light' | 'dark', colour: Colours): RaThemeOptions {
  const accent = ownBrand?.[`accent_${mode}`]
  return {
    palette: {
      mode,
      primary: accent
        ? { main: accent, contrastText: themeColours[mode].onAccent }
        : { main: colour('signal'), dark: colour('signal-hover'), contrastText: colour('on-signal') },
      secondary: { main: colour('info') },
      error: { main: colour('signal') },
      warning: { main: colour('warn') },
      success: { main: colour('good') },
      info: { main: colour('info') },
      text: { primary: colour('ink'), secondary: colour('ink-3'), disabled: colour('ink-3') },
      background: { default: colour('paper'), paper: colour('surface') },
      divider: colour('line'),
    },
    // react-admin's phone layout (below `sm`) starts at the width where the menu no longer fits next to the content.
    breakpoints: { values: { xs: 0, sm: 900, md: 960, lg: 1200, xl: 1536 } },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: 14,
      button: { textTransform: 'none', fontWeight: 560 },
      overline: { fontSize: 'var(--t-xs)', fontWeight: 600, lineHeight: 2, textTransform: 'none', letterSpacing: 0 },
    },
    shape: { borderRadius: 8 },
    sidebar: { width: 210, closedWidth: 56 },
    components,
  }
}
