import { type ComponentProps, forwardRef } from 'react'
import type { RaThemeOptions } from 'react-admin'

const PHONE = '@media (max-width: 899px)'
export const BAR_HEIGHT = 56

/** How react-admin's and MUI's parts look here. */
export const components: NonNullable<RaThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': { boxShadow: 'var(--ring)' } } },
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: {
        minHeight: 36,
        borderRadius: 'var(--radius)',
        whiteSpace: 'nowrap',
        [PHONE]: { minHeight: 44 },
        '&.learner': {
          color: 'var(--ink-2)',
          minWidth: 44,
          gap: 6,
          [PHONE]: { padding: 0, span: { display: 'none' } },
        },
      },
      outlined: {
        borderColor: 'var(--line-strong)',
        background: 'var(--surface)',
        '&:hover': { background: 'var(--sunken)' },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { minWidth: 36, minHeight: 36, color: 'var(--ink-2)', [PHONE]: { minWidth: 44, minHeight: 44 } },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none', border: '1px solid var(--line)' } },
  },
  MuiCheckbox: {
    defaultProps: { component: plain('span'), slotProps: { input: { 'aria-label': 'Select this row' } } },
  },
  MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: 'var(--ink)' } } } },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', component: plain('div') } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { minHeight: 44, background: 'var(--surface)' },
      notchedOutline: { borderColor: 'var(--line-strong)' },
    },
  },
  MuiListItemButton: { styleOverrides: { root: { minHeight: 44 } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 44, fontSize: 'var(--t-s)' } } },
  MuiTablePagination: { styleOverrides: { root: { border: 0, color: 'var(--ink-2)' } } },
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-appFrame': { marginTop: BAR_HEIGHT, [PHONE]: { marginTop: BAR_HEIGHT } },
        '& .RaLayout-content': {
          minWidth: 0,
          padding: 'var(--s4) var(--s5) var(--s7)',
          [PHONE]: { padding: 'var(--s4) var(--s4) var(--s7)' },
        },
      },
    },
  },
  RaAppBar: {
    styleOverrides: {
      root: {
        border: 0,
        borderBottom: '1px solid var(--line)',
        borderRadius: 0,
        background: 'var(--sunken)',
        color: 'var(--ink)',
        '& .RaAppBar-toolbar': { minHeight: BAR_HEIGHT, gap: 'var(--s2)', [PHONE]: { minHeight: BAR_HEIGHT } },
        '& .brand': {
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          marginRight: 'auto',
          color: 'inherit',
          textDecoration: 'none',
        },
      },
    },
  },
  RaSidebar: {
    styleOverrides: {
      root: {
        height: `calc(100dvh - ${BAR_HEIGHT}px)`,
        '& .RaSidebar-fixed': {
          height: `calc(100dvh - ${BAR_HEIGHT}px)`,
          background: 'var(--sunken)',
          borderRight: '1px solid var(--line)',
        },
        '& .MuiPaper-root': { border: 0, borderRadius: 0, [PHONE]: { background: 'var(--sunken)' } },
      },
    },
  },
  RaMenu: {
    styleOverrides: {
      root: {
        padding: 'var(--s2)',
        '& .menu-group': {
          minHeight: 12,
          margin: 0,
          padding: 'var(--s3) var(--s3) var(--s1)',
          fontSize: 'var(--t-xs)',
          fontWeight: 600,
          color: 'var(--ink-3)',
        },
      },
    },
  },
  RaMenuItemLink: {
    styleOverrides: {
      root: {
        minHeight: 36,
        padding: '0 var(--s2)',
        borderLeft: '3px solid transparent',
        borderRadius: 'var(--radius-s)',
        color: 'var(--ink-2)',
        [PHONE]: { minHeight: 44 },
        '&:hover': { background: 'var(--surface)', color: 'var(--ink)' },
        '&.RaMenuItemLink-active': {
          background: 'var(--surface)',
          borderLeftColor: 'var(--signal)',
          color: 'var(--ink)',
          fontWeight: 620,
        },
        '& .RaMenuItemLink-icon': { minWidth: 32, color: 'inherit' },
      },
    },
  },
  RaNotification: {
    styleOverrides: {
      root: {
        top: `${BAR_HEIGHT + 12}px !important`,
        '& .MuiSnackbarContent-root': {
          border: '1px solid var(--line)',
          borderLeft: '4px solid var(--info)',
          borderRadius: 'var(--radius)',
          background: 'var(--surface)',
          color: 'var(--ink)',
          boxShadow: 'var(--shadow)',
        },
        '& .RaNotification-success': { borderLeftColor: 'var(--good)' },
        '& .RaNotification-warning': { borderLeftColor: 'var(--warn)' },
        '& .RaNotification-error': { borderLeftColor: 'var(--signal)' },
      },
    },
  },
}

/**
 * react-admin still hands MUI's older props on beside the new ones. MUI 9 knows them no more and would write them into the page, which
 * React warns of: here they end.
 */
function plain<Tag extends 'div' | 'span'>(Tag: Tag) {
  return forwardRef<
    HTMLElement,
    ComponentProps<'div'> & { InputProps?: unknown; inputProps?: unknown; InputLabelProps?: unknown }
  >(function Plain({ InputProps: _1, inputProps: _2, InputLabelProps: _3, ...rest }, ref) {
    const Element = Tag as 'div'
    return <Element {...rest} ref={ref as React.Ref<HTMLDivElement>} />
  })
}
