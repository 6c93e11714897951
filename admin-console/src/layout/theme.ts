import tokens from '@flagyard/ui/tokens.css?raw'
import type { RaThemeOptions } from 'react-admin'

/** MUI's themes from the tokens that both apps show: it computes with colours, so it is given values and not variables. */
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
  return {
    palette: {
      mode,
      primary: { main: colour('signal'), dark: colour('signal-hover'), contrastText: colour('on-signal') },
      secondary: { main: colour('info') },
      error: { main: colour('signal') },
      warning: { main: colour('warn') },
      success: { main: colour('good') },
      info: { main: colour('info') },
      text: { primary: colour('ink'), secondary: colour('ink-3'), disabled: colour('ink-3') },
      background: { default: colour('paper'), paper: colour('surface') },
      divider: colour('line'),
    },
    typography: { fontFamily: 'var(--font)', fontSize: 14, button: { textTransform: 'none', fontWeight: 560 } },
    shape: { borderRadius: 8 },
    sidebar: { width: 210 },
    components: componentsOf(),
  }
}

function componentsOf(): NonNullable<RaThemeOptions['components']> {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': { boxShadow: 'var(--ring)' } } },
    },
    MuiButton: { styleOverrides: { root: { minHeight: 36, borderRadius: 'var(--radius)' } } },
    MuiIconButton: {
      styleOverrides: {
        root: {
          minWidth: 36,
          minHeight: 36,
          color: 'var(--ink-2)',
          '@media (max-width: 899px)': { minWidth: 44, minHeight: 44 },
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none', border: '1px solid var(--line)' } },
    },
    // react-admin's boxes at the rows of a table: the name that it gives them does not reach the box itself.
    MuiCheckbox: { defaultProps: { slotProps: { input: { 'aria-label': 'Choose this row' } } } },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: 'var(--ink)' } } } },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: { root: { minHeight: 44 }, notchedOutline: { borderColor: 'var(--line-strong)' } },
    },
    MuiListItemButton: { styleOverrides: { root: { minHeight: 44 } } },
    MuiTablePagination: { styleOverrides: { root: { border: 0, color: 'var(--ink-2)' } } },
  }
}
